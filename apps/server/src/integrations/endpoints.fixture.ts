import protobuf from 'protobufjs/minimal.js'
import { v7 } from 'uuid'
import type { startLangsmithServer } from '../testing/langsmith-harness.ts'
import { TEST_TOKEN } from '../testing/test-app.ts'
import { BOUNDARY, multipartBody } from '../testing/langsmith-runs.ts'
import { createLogs, protobufLogs, contentRecord } from './otlp/logs.fixture.ts'

type Server = Awaited<ReturnType<typeof startLangsmithServer>>

/** An endpoint with its method, content type and a valid body. */
export type Endpoint = { path: string; method: string; type: string; good: () => Buffer }

const JSON_TYPE = 'application/json'
const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`

const run = () => {
  const id = v7()
  return { id, trace_id: id, name: 'good', run_type: 'chain', inputs: { q: 'word '.repeat(200) } }
}
const json = (value: unknown) => Buffer.from(JSON.stringify(value))

const exported = () => ({
  resourceSpans: [
    {
      scopeSpans: [
        {
          spans: [
            {
              traceId: v7().replaceAll('-', ''),
              spanId: 'b7ad6b7169203331',
              name: 'good',
              startTimeUnixNano: '1795191254851001999',
              endTimeUnixNano: '1795191255851001999',
            },
          ],
        },
      ],
    },
  ],
})

/** Encodes one span with a name and an attribute. */
export function protobufExport(name: string, value: string): Buffer {
  const writer = protobuf.Writer.create().uint32(10).fork().uint32(18).fork().uint32(18).fork()
  writer.uint32(10).bytes(Buffer.alloc(16, 7)).uint32(18).bytes(Buffer.alloc(8, 7))
  writer.uint32(42).string(name).uint32(57).fixed64(1_795_191_254).uint32(74).fork()
  writer.uint32(10).string('key').uint32(18).fork().uint32(10).string(value).ldelim().ldelim()
  return Buffer.from(writer.ldelim().ldelim().ldelim().finish())
}

const csv = () =>
  Buffer.from(
    [
      ['name"', v7()],
      ['input_keys"', 'q'],
      ['file"; filename="rows.csv"', 'q,a\nWhy?,So.'],
    ]
      .map(
        ([name, body]) =>
          `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}\r\n\r\n${body}\r\n`,
      )
      .join('') + `--${BOUNDARY}--\r\n`,
  )

/** Every endpoint that accepts bodies from other programs. */
export async function listEndpoints(server: Server): Promise<Record<string, Endpoint>> {
  const dataset = await server.sdk().createDataset(`Tides ${v7()}`)
  const existingRun = run()
  await server.post('/runs/batch', { post: [existingRun] })
  const post = (path: string, type: string, good: () => Buffer): Endpoint => ({
    path,
    method: 'POST',
    type,
    good,
  })
  const parts = () => {
    const newRun = run()
    return multipartBody([
      { name: `post.${newRun.id}`, body: JSON.stringify(newRun) },
      { name: `attachment.${newRun.id}.note`, type: 'text/plain', body: 'seen' },
    ])
  }
  const examples = () => {
    const id = v7()
    return multipartBody([
      { name: id, body: JSON.stringify({ metadata: {} }) },
      { name: `${id}.inputs`, body: JSON.stringify({ q: 'Why?' }) },
      { name: `${id}.attachment.note`, type: 'text/plain', body: 'seen' },
    ])
  }
  return {
    'runs as multipart': post('/api/v1/runs/multipart', MULTIPART, parts),
    'runs as a batch': post('/api/v1/runs/batch', JSON_TYPE, () => json({ post: [run()] })),
    'a run': post('/api/v1/runs', JSON_TYPE, () => json(run())),
    'the end of a run': {
      path: `/api/v1/runs/${existingRun.id}`,
      method: 'PATCH',
      type: JSON_TYPE,
      good: () => json({ trace_id: existingRun.id, outputs: { a: 'word '.repeat(200) } }),
    },
    feedback: post('/api/v1/feedback', JSON_TYPE, () =>
      json({ run_id: existingRun.id, key: 'thumbs', score: 1, comment: 'word '.repeat(200) }),
    ),
    'a query': post('/api/v1/runs/query', JSON_TYPE, () => json({ limit: 1 })),
    'a query of the second generation': post('/api/v2/runs/query', JSON_TYPE, () =>
      json({ page_size: 1 }),
    ),
    'examples as multipart': post(
      `/api/v1/platform/datasets/${dataset.id}/examples`,
      MULTIPART,
      examples,
    ),
    'examples as JSON': post('/api/v1/examples/bulk', JSON_TYPE, () =>
      json([{ dataset_id: dataset.id, inputs: { q: 'word '.repeat(200) } }]),
    ),
    'a dataset as CSV': post('/api/v1/datasets/upload', MULTIPART, csv),
    'OTLP as JSON': post('/v1/traces', JSON_TYPE, () => json(exported())),
    'OTLP as protobuf': post('/v1/traces', 'application/x-protobuf', () =>
      protobufExport('good', 'word '.repeat(200)),
    ),
    'OTLP logs as JSON': post('/v1/logs', JSON_TYPE, () =>
      Buffer.from(createLogs(contentRecord('gen_ai.user.message', 'word '.repeat(200)))),
    ),
    'OTLP logs as protobuf': post('/v1/logs', 'application/x-protobuf', () =>
      protobufLogs('gen_ai.user.message', 'word '.repeat(200), 'value'),
    ),
    'a file': post('/api/traces/import', 'application/octet-stream', () => json(run())),
  }
}

/** Sends a body to an endpoint. */
export const sendTo = (
  server: Server,
  { path, method, type }: Endpoint,
  body: Uint8Array,
  headers: Record<string, string> = {},
): Promise<Response> =>
  fetch(`${server.url}${path}`, {
    method,
    headers: { 'content-type': type, authorization: `Bearer ${TEST_TOKEN}`, ...headers },
    body: new Uint8Array(body),
  })
