import { type AgentSpan, agentTraces } from './agent-traces.ts'
import { postBody } from './langsmith-batches.ts'

const RUNTIME = {
  sdk: 'langsmith-js',
  sdk_version: '0.12.0',
  library: 'langchain-core',
  runtime: 'node',
  platform: 'linux',
  runtime_version: 'v24.21.0',
}

const BOUNDARY = 'bench-boundary'

/** The multipart format of LangSmith's clients. */
function toMultipart(spans: readonly AgentSpan[]): Buffer {
  const parts: string[] = []
  const add = (name: string, value: unknown) =>
    parts.push(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\nContent-Type: application/json\r\n\r\n${JSON.stringify(value)}\r\n`,
    )
  for (const span of spans) {
    const name = `post.${span.id}`
    add(name, {
      id: span.id,
      trace_id: span.traceId,
      ...(span.parentId !== null && { parent_run_id: span.parentId }),
      name: span.name,
      run_type: span.kind,
      start_time: new Date(span.startedAt).toISOString(),
      end_time: new Date(span.endedAt).toISOString(),
      session_name: 'bench',
      tags: ['bench'],
    })
    add(`${name}.inputs`, span.inputs)
    add(`${name}.outputs`, span.outputs)
    add(`${name}.extra`, { metadata: span.metadata, runtime: RUNTIME })
  }
  parts.push(`--${BOUNDARY}--\r\n`)
  return Buffer.from(parts.join(''))
}

/** The OTLP JSON of OpenInference's instrumentations. */
function toOtlp(spans: readonly AgentSpan[]): Buffer {
  const attribute = (key: string, value: string | number) => ({
    key,
    value: typeof value === 'number' ? { intValue: value } : { stringValue: value },
  })
  const kinds = { chain: 'CHAIN', llm: 'LLM', tool: 'TOOL' }
  const idOf = (id: string) => id.replaceAll('-', '')
  return Buffer.from(
    JSON.stringify({
      resourceSpans: [
        {
          resource: { attributes: [attribute('service.name', 'bench')] },
          scopeSpans: [
            {
              scope: { name: '@arizeai/openinference-instrumentation-langchain' },
              spans: spans.map((span) => ({
                traceId: idOf(span.traceId),
                spanId: idOf(span.id).slice(16),
                ...(span.parentId !== null && { parentSpanId: idOf(span.parentId).slice(16) }),
                name: span.name,
                kind: 1,
                startTimeUnixNano: `${span.startedAt}000000`,
                endTimeUnixNano: `${span.endedAt}000000`,
                attributes: [
                  attribute('openinference.span.kind', kinds[span.kind]),
                  attribute('input.value', JSON.stringify(span.inputs)),
                  attribute('input.mime_type', 'application/json'),
                  attribute('output.value', JSON.stringify(span.outputs)),
                  attribute('output.mime_type', 'application/json'),
                  attribute('metadata', JSON.stringify(span.metadata)),
                  attribute('session.id', String(span.metadata['thread_id'])),
                  ...(span.kind === 'llm'
                    ? [
                        attribute('llm.model_name', String(span.metadata['ls_model_name'])),
                        attribute('llm.token_count.prompt', 900),
                        attribute('llm.token_count.completion', 80),
                      ]
                    : []),
                ],
                status: { code: 1 },
              })),
            },
          ],
        },
      ],
    }),
  )
}

export type AgentProtocol = 'LangSmith multipart' | 'OTLP'
export type AgentBatch = { path: string; type: string; body: Buffer; spans: number }

const BATCH = 200

/** Makes batches of about 200 spans of traces that began within `agoMs`; the same ones for every caller. */
export function agentBatches(protocol: AgentProtocol) {
  const agentTrace = agentTraces()
  const batch = (agoMs: number): AgentBatch => {
    const spans: AgentSpan[] = []
    while (spans.length < BATCH) spans.push(...agentTrace(Date.now() - Math.random() * agoMs))
    return protocol === 'OTLP'
      ? { path: '/v1/traces', type: 'application/json', body: toOtlp(spans), spans: spans.length }
      : {
          path: '/api/v1/runs/multipart',
          type: `multipart/form-data; boundary=${BOUNDARY}`,
          body: toMultipart(spans),
          spans: spans.length,
        }
  }
  return (spans: number, agoMs: number): AgentBatch[] => {
    const batches: AgentBatch[] = []
    for (let left = spans; left > 0;) {
      const next = batch(agoMs)
      batches.push(next)
      left -= next.spans
    }
    return batches
  }
}

/** Resolves once the batch is acknowledged. Resends it if the server is full. */
export async function sendAgentBatch(url: string, batch: AgentBatch): Promise<void> {
  const status = await postBody(`${url}${batch.path}`, batch.type, batch.body)
  if (status === 429) return await sendAgentBatch(url, batch)
  if (status === undefined || status >= 300) throw new Error(`ingest: ${status}`)
}
