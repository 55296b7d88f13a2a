import { SpanStatusCode } from '@opentelemetry/api'
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { OTLPTraceExporter as ProtoExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { readModelInputs, readModelOutputs } from '@lathe/traces'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { describeDatabases } from '../../testing/databases.ts'
import { useLangsmithServer } from '../../testing/langsmith-harness.ts'
import { readExport } from './read-export.ts'

const exporters = {
  proto: (url: string) => new ProtoExporter({ url }),
  json: (url: string) => new JsonExporter({ url }),
}

const SPAN = {
  traceId: '0af7651916cd43dd8448eb211c80319c',
  spanId: 'b7ad6b7169203331',
  name: 'one',
  startTimeUnixNano: '1795191254851001999',
  endTimeUnixNano: '1795191255851001999',
}
const createExport = (...spans: object[]) => ({ resourceSpans: [{ scopeSpans: [{ spans }] }] })

describeDatabases('OTLP traces', (db) => {
  const start = useLangsmithServer(db)

  async function open() {
    const server = await start()
    const send = async (
      body: BodyInit,
      headers: Record<string, string> = {},
      path = '/v1/traces',
    ) => {
      const init = { 'content-type': 'application/json', ...headers }
      const response = await fetch(`${server.url}${path}`, { method: 'POST', headers: init, body })
      return { status: response.status, text: await response.text() }
    }
    return { ...server, send }
  }

  test.each(['proto', 'json'] as const)('spans exported as %s are stored', async (kind) => {
    const server = await open()
    const processor = new BatchSpanProcessor(exporters[kind](`${server.url}/v1/traces`))
    const provider = new BasicTracerProvider({ spanProcessors: [processor] })
    const tracer = provider.getTracer('probe')
    const root = tracer.startSpan('invoke_agent support', {
      attributes: { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.conversation.id': 'talk-3' },
    })
    const { context, trace } = await import('@opentelemetry/api')
    const childContext = trace.setSpan(context.active(), root)
    const call = tracer.startSpan(
      'chat gpt-5',
      {
        attributes: {
          'gen_ai.operation.name': 'chat',
          'gen_ai.provider.name': 'openai',
          'gen_ai.request.model': 'gpt-5',
          'gen_ai.usage.input_tokens': 12,
          'gen_ai.usage.output_tokens': 3,
          'gen_ai.input.messages': JSON.stringify([
            {
              role: 'user',
              parts: [
                { type: 'text', content: 'Where is the moon?' },
                { type: 'blob', modality: 'image', mime_type: 'image/png', content: 'AAAA' },
              ],
            },
          ]),
          'gen_ai.output.messages': JSON.stringify([
            {
              role: 'assistant',
              parts: [{ type: 'text', content: 'Far.' }],
              finish_reason: 'stop',
            },
          ]),
          scores: [1, 2.5],
        },
      },
      childContext,
    )
    call.end()
    const tool = tracer.startSpan(
      'execute_tool',
      { attributes: { 'gen_ai.tool.name': 'map' } },
      childContext,
    )
    tool.recordException(new Error('no map'))
    tool.setStatus({ code: SpanStatusCode.ERROR, message: 'no map' })
    tool.end()
    root.end()
    await provider.shutdown()

    const { items } = await server.client.traces.list({ limit: 10 })
    expect(items).toMatchObject([
      {
        source: 'otlp',
        title: 'Where is the moon?',
        spanCount: 3,
        threadId: 'talk-3',
        usage: { input: 12, output: 3 },
      },
    ])
    const traceId = items[0]?.id ?? ''
    const { spans } = await server.client.traces.get({ id: traceId })
    const rootId = spans.find((span) => span.parentId === null)?.id
    const model = spans.find((span) => span.kind === 'model')
    expect(model).toMatchObject({ model: 'gpt-5', provider: 'openai', parentId: rootId })
    const detail = await server.client.traces.span({ traceId, spanId: model?.id ?? '' })
    expect(readModelInputs(detail.inputs, detail.metadata)?.messages).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Where is the moon?' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
        ],
      },
    ])
    expect(readModelOutputs(detail.outputs)?.message?.content).toBe('Far.')
    expect(detail.metadata).toMatchObject({ otel: { scores: [1, 2.5], scope: 'probe' } })
    expect(spans.find((span) => span.status === 'error')).toMatchObject({
      error: { message: expect.stringContaining('no map'), stack: expect.any(String) },
    })
  })

  test('spans are accepted at every URL exporters use, gzip included, and stored once', async () => {
    const { send, client } = await open()
    const body = JSON.stringify(createExport(SPAN))
    const compressed = new Uint8Array(gzipSync(body))
    for (const path of ['/v1/traces', '/otel', '/otel/v1/traces', '/api/v1/otel/v1/traces'])
      expect(await send(body, {}, path)).toEqual({ status: 200, text: '{}' })
    expect(await send(compressed, { 'content-encoding': 'gzip' })).toMatchObject({ status: 200 })
    const { items } = await client.traces.list({ limit: 10 })
    expect(items).toMatchObject([
      { name: 'one', spanCount: 1, startedAt: 1_795_191_254_851_001, project: 'default' },
    ])
  })

  test('a trace is titled by the first model input in any order of arrival', async () => {
    const { send, client } = await open()
    const createQuestion = (spanId: string, text: string) => ({
      ...SPAN,
      spanId,
      parentSpanId: SPAN.spanId,
      name: 'chat',
      attributes: [
        { key: 'gen_ai.operation.name', value: { stringValue: 'chat' } },
        {
          key: 'gen_ai.input.messages',
          value: { stringValue: JSON.stringify([{ role: 'user', content: text }]) },
        },
      ],
    })
    const call = createQuestion('b7ad6b7169203332', 'Where is the moon?')
    const next = createQuestion('b7ad6b7169203333', 'Rewrite this.')
    const traces = ['0af7651916cd43dd8448eb211c80319d', '0af7651916cd43dd8448eb211c80319e']
    const orders = [
      [SPAN, call, next],
      [call, next, SPAN],
    ]

    for (const [index, traceId] of traces.entries())
      for (const span of orders[index] ?? [])
        await send(JSON.stringify(createExport({ ...span, traceId })))

    const { items } = await client.traces.list({ limit: 10 })
    expect(items.map(({ name, title }) => [name, title])).toEqual([
      ['one', 'Where is the moon?'],
      ['one', 'Where is the moon?'],
    ])
  })

  test('valid spans of an export are stored and the rejected ones reported', async () => {
    const { send, client } = await open()
    const { status, text } = await send(
      JSON.stringify(createExport(SPAN, { ...SPAN, spanId: 'short' }, { ...SPAN, traceId: '' })),
    )
    expect(status).toBe(200)
    expect(JSON.parse(text)).toEqual({
      partialSuccess: {
        rejectedSpans: '2',
        errorMessage:
          'resourceSpans.0.scopeSpans.0.spans.1 spanId is not 8 bytes; resourceSpans.0.scopeSpans.0.spans.2 traceId is not 16 bytes',
      },
    })
    expect((await client.traces.list({ limit: 10 })).items).toHaveLength(1)
  })

  test('valid spans among invalid items are stored', async () => {
    const { send, client } = await open()
    const [good] = createExport(SPAN).resourceSpans
    const groups = [good, 'a', { scopeSpans: 7 }, { scopeSpans: [{ spans: { a: 1 } }] }]
    const { status, text } = await send(JSON.stringify({ resourceSpans: groups }))
    expect(status).toBe(200)
    expect(JSON.parse(text)).toEqual({
      partialSuccess: {
        rejectedSpans: '3',
        errorMessage:
          'resourceSpans.1 is not an object; resourceSpans.2.scopeSpans is not a list; resourceSpans.3.scopeSpans.0.spans is not a list',
      },
    })
    expect((await client.traces.list({ limit: 10 })).items).toHaveLength(1)
  })

  test('millions of invalid items are counted, with reasons for the first', async () => {
    const body = Buffer.from(`{"resourceSpans":[${'0,'.repeat(2_000_000)}0]}`)

    const read = await readExport(body, { signal: 'traces', encoding: 'json', depth: 64 })

    expect(read).toMatchObject({
      batch: { rejectedCount: 2_000_001, rejections: { length: 1_000 } },
    })
  })

  test('unreadable exports are rejected', async () => {
    const { send } = await open()
    expect(await send('{"resourceSpans":5}')).toMatchObject({
      status: 400,
      text: expect.stringContaining('resourceSpans is not a list'),
    })
    expect(await send('{"resourceSpans":')).toMatchObject({ status: 400 })
    const protobuf = { 'content-type': 'application/x-protobuf' }
    expect(await send(new Uint8Array([10, 200, 1, 1]), protobuf)).toMatchObject({ status: 400 })
    expect(await send('x', { 'content-type': 'text/plain' })).toMatchObject({ status: 415 })
    expect(await send('['.repeat(500))).toMatchObject({ status: 400 })
  })
})
