import { gzipSync } from 'node:zlib'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { expect, test } from 'vitest'
import { makeRun } from '../../traces/store/span.fixture.ts'
import { describeDatabases } from '../../testing/databases.ts'
import { imports, lines } from './imports.fixture.ts'

const id = (number: number) => `0190b8f0-0000-7000-8000-${String(number).padStart(12, '0')}`
const timestamp = (second: number) => `2026-11-20T16:14:${String(second).padStart(2, '0')}.851001`

const root = {
  id: id(1),
  trace_id: id(1),
  parent_run_id: null,
  name: 'support',
  run_type: 'chain',
  start_time: timestamp(10),
  end_time: timestamp(14),
  inputs: { question: 'Where is the moon?' },
  total_cost: 0.5,
}
const call = {
  id: id(2),
  trace_id: id(1),
  parent_run_id: id(1),
  name: 'ChatOpenAI',
  run_type: 'llm',
  start_time: timestamp(11),
  end_time: timestamp(13),
  extra: { metadata: { ls_model_name: 'gpt-5' } },
  prompt_tokens: 12,
  completion_tokens: 3,
}

const otlp = {
  resourceSpans: [
    {
      scopeSpans: [
        {
          spans: [
            {
              traceId: '0af7651916cd43dd8448eb211c80319c',
              spanId: 'b7ad6b7169203331',
              name: 'chat',
              startTimeUnixNano: '1795191254851001999',
              endTimeUnixNano: '1795191255851001999',
              attributes: [
                { key: 'gen_ai.operation.name', value: { stringValue: 'chat' } },
                { key: 'gen_ai.usage.input_tokens', value: { intValue: '12' } },
              ],
            },
          ],
        },
      ],
    },
  ],
}

/** The format of LangSmith's bulk export: times without a zone, and JSON as text. */
const parquet = () => {
  const rows = [root, call].map((run) => ({ extra: {}, inputs: {}, ...run }))
  const column = (name: keyof (typeof rows)[number]) => ({
    name,
    type: 'STRING' as const,
    data: rows.map((row) => {
      const value = row[name] ?? null
      return typeof value === 'object' && value !== null ? JSON.stringify(value) : value
    }),
  })
  const texts = ['id', 'trace_id', 'parent_run_id', 'name', 'run_type', 'inputs', 'extra'] as const
  const time = (name: 'start_time' | 'end_time') => ({
    name,
    data: rows.map((row) => new Date(`${row[name]}Z`)),
    type: 'TIMESTAMP' as const,
  })
  const tokens = { name: 'prompt_tokens', data: [0n, 12n], type: 'INT64' as const }
  const columnData = [...texts.map(column), time('start_time'), time('end_time'), tokens]
  return new Uint8Array(parquetWriteBuffer({ columnData, rowGroupSize: 1 }))
}

describeDatabases('importing a file of traces', (db) => {
  const serve = imports(db)

  test.each([
    ['JSON lines', () => lines(root, call)],
    ['a JSON list', () => JSON.stringify([root, call], null, 2)],
    ['an API response', () => JSON.stringify({ runs: [root, call], cursors: {} })],
    ['Parquet', parquet],
  ])('a LangSmith file is imported as %s', async (_, file) => {
    const { client, take } = await serve()

    const report = await take(file(), '?project=theirs')

    const noProblems = { total: 0, first: [] }
    expect(report).toEqual({
      formats: ['langsmith'],
      traces: 1,
      spans: 2,
      existing: 0,
      skippedRuns: 0,
      problems: noProblems,
    })
    const { trace, spans } = await client.traces.get({ id: id(1) })
    expect(trace).toMatchObject({ name: 'support', project: 'theirs', usage: { input: 12 } })
    expect(spans).toMatchObject([
      { kind: 'chain', cost: null },
      { kind: 'model', model: 'gpt-5', parentId: id(1), usage: { input: 12 } },
    ])
    expect(trace.endedAt).toBe(
      Date.UTC(2026, 10, 20, 16, 14, 14, 851) * 1_000 + (_ === 'Parquet' ? 0 : 1),
    )
  })

  test('an OpenTelemetry file is imported with one or many exports', async () => {
    const { client, take } = await serve()

    expect(await take(JSON.stringify(otlp, null, 2))).toMatchObject({ formats: ['otlp'], spans: 1 })
    expect(await take(lines(otlp, otlp))).toMatchObject({ spans: 2 })

    const { items } = await client.traces.list({})
    expect(items).toMatchObject([{ source: 'import', spanCount: 1, usage: { input: 12 } }])
  })

  test('the valid records of a damaged file are imported and the damage is reported', async () => {
    const { client, take } = await serve()
    const { all } = makeRun()
    const [first, ...rest] = all
    const trace = { id: first?.traceId, title: '', spans: [first, { ...rest[0], kind: 'odd' }] }

    const truncated = `${lines(root, { ...call, id: 'no' }, 7, trace)}{"id":"${id(3)}`
    const report = await take(truncated)
    const manyRuns = Array.from({ length: 500 }, (_, index) => {
      const runId = id(100 + index)
      return { ...root, id: runId, trace_id: runId, inputs: { question: String(Math.random()) } }
    })
    const truncatedFile = gzipSync(lines(root, call, ...manyRuns))
    const partial = await take(truncatedFile.subarray(0, truncatedFile.length - 200))

    expect(report).toMatchObject({
      traces: 2,
      spans: 2,
      problems: {
        total: 4,
        first: [
          { location: 'line 2', message: 'id is not a UUID' },
          { location: 'line 3', message: 'is not an object' },
          { location: 'line 4', message: expect.stringMatching(/^spans\.1\.kind /) },
          {
            location: 'line 5',
            message: expect.stringMatching(/^is not valid JSON.*truncated here$/),
          },
        ],
      },
    })
    const last = partial.problems.first.at(-1)
    expect(last).toEqual({
      location: 'the file',
      message: 'is truncated or not compressed correctly',
    })
    expect(partial.spans).toBeGreaterThanOrEqual(2)
    const rejected = await client.traces.rejected({})
    expect(rejected.filter(({ item }) => item === 'line 2')).toMatchObject([
      { source: 'import', field: 'id', reason: 'is not a UUID' },
    ])
  })

  test.each([
    ['no content', '', 422, 'it is empty'],
    ['invalid JSON', 'nothing', 422, 'line 1: is not valid JSON'],
    [
      'rows without spans',
      lines({ id: id(1), spanCount: 1, startedAt: 1 }),
      422,
      'export with spans',
    ],
    ['invalid Parquet', 'PAR1 and no more', 422, 'row 1: cannot be read'],
    [
      'too many bytes once decompressed',
      gzipSync(Buffer.alloc(4_000_000, 32)),
      422,
      'exceeds the size limit',
    ],
    ['too many bytes', Buffer.alloc(4_000_000, 32), 413, 'larger than 1000000 bytes'],
  ])('a file with %s is rejected with the reason', async (_, body, status, reason) => {
    const { post, client } = await serve({ LATHE_IMPORT_BYTES: '1000000' })

    const response = await post(body)

    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ message: expect.stringContaining(reason) })
    expect((await client.traces.list({})).items).toEqual([])
  })
})
