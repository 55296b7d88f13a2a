import { sql } from 'kysely'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { describeDatabases } from '../testing/databases.ts'
import { useLangsmithServer } from '../testing/langsmith-harness.ts'
import { BOUNDARY, multipartBody } from '../testing/langsmith-runs.ts'

const START = 1_795_191_254_851_001
const range = { from: START - 3_600_000_000, to: START + 3_600_000_000 }
/** Incompressible text. */
const long = Array.from({ length: 3_000 }, (_, index) => index.toString(36)).join('-')

const run = (overrides: object = {}) => {
  const id = v7()
  const times = { start_time: '2026-11-20T16:14:14.851001Z', end_time: '2026-11-20T16:14:15Z' }
  return { id, trace_id: id, name: 'run', run_type: 'chain', ...times, ...overrides }
}
const calledModel = (model: string) => ({ extra: { metadata: { ls_model_name: model } } })
const span = (overrides: object) => ({
  traceId: v7().replaceAll('-', ''),
  spanId: 'b7ad6b7169203331',
  name: 'span',
  startTimeUnixNano: `${START}000`,
  endTimeUnixNano: `${START + 1_000}000`,
  ...overrides,
})

describeDatabases('extreme values', (db) => {
  const start = useLangsmithServer(db)

  async function open() {
    const { client, post, url, ...server } = await start()
    /** Loads every list and all details of each trace. */
    const readTrace = async () => {
      const { items } = await client.traces.list({})
      await client.metrics.perRun({})
      await client.models.previewRepricing({})
      const { total } = await client.metrics.series(range)
      for (const dimension of ['project', 'node', 'model', 'tool'] as const)
        await client.metrics.groups({ ...range, by: dimension, bucket: 'hour' })
      for (const { id } of items)
        for (const spanItem of (await client.traces.get({ id })).spans)
          await client.traces.span({ traceId: id, spanId: spanItem.id })
      expect((await post('/runs/query', {})).status).toBe(200)
      return { items, total }
    }
    const sendRuns = async (...runs: object[]) =>
      expect((await post('/runs/batch', { post: runs })).status).toBe(202)
    const sendSpans = async (...spans: object[]) =>
      expect((await post('/otel/v1/traces', createExport(spans))).status).toBe(200)
    return { ...server, client, post, url, look: readTrace, sendRuns, sendSpans }
  }
  const createExport = (spans: object[]) => ({ resourceSpans: [{ scopeSpans: [{ spans }] }] })

  test.each([1e300, 1e11, -1e10])(
    'a first token after %d seconds does not break lists',
    async (seconds) => {
      const { sendSpans, look: readTrace } = await open()
      const key = 'gen_ai.response.time_to_first_chunk'
      await sendSpans(span({ attributes: [{ key, value: { doubleValue: seconds } }] }))
      expect((await readTrace()).items).toMatchObject([{ firstTokenAt: null }])
    },
  )

  test.each(['18446744073709551615', -5])(
    'an event at %s does not break its span',
    async (timeUnixNano) => {
      const { sendSpans, look: readTrace } = await open()
      await sendSpans(span({ events: [{ timeUnixNano, name: 'first_token' }] }))
      expect((await readTrace()).items).toHaveLength(1)
    },
  )

  test('extreme costs and token counts do not break charts', async () => {
    const { sendRuns, look: readTrace, client } = await open()
    const amounts = { input: 75e9, output: 75e9, source: 'x' }
    const sound = { audioInput: null, audioOutput: null }
    const otherUsage = { cachedRead: null, cachedWrite: null, reasoning: null, ...sound }
    await client.models.setPrice({ pattern: 'dear', validFrom: 0, ...amounts, ...otherUsage })
    const usage_metadata = { input_tokens: 9e9, output_tokens: 9e9 }
    const root = run()
    const calls = Array.from({ length: 20 }, () => ({
      ...run({ run_type: 'llm', outputs: { usage_metadata }, ...calledModel('dear') }),
      trace_id: root.id,
      parent_run_id: root.id,
    }))
    const sentRuns = Array.from({ length: 20 }, () => run({ run_type: 'llm', total_cost: 1e6 }))
    await sendRuns(root, ...calls, ...sentRuns, run({ run_type: 'llm', total_cost: 9e6 }))

    const { total, items } = await readTrace()
    expect(items).toHaveLength(22)
    expect(total.cost).toBe(Number.MAX_SAFE_INTEGER)
  })

  test('sums of costs beyond the integer range reject no batch and do not break charts', async () => {
    const { sendRuns, look: readTrace } = await open()
    const dear = () => run({ run_type: 'llm', total_cost: 1e6 })
    await sendRuns(dear())
    const cost = sql<number>`9223372036854775000`
    await db().updateTable('rollups').set({ cost_nanos: cost }).execute()
    await sendRuns(dear(), run({ run_type: 'llm', total_cost: 1e6, ...calledModel('another') }))
    await db().updateTable('rollups').set({ cost_nanos: cost }).execute()

    const { total, items } = await readTrace()
    expect(items).toHaveLength(3)
    expect(total.cost).toBe(Number.MAX_SAFE_INTEGER)
  })

  test('names of any length and characters are stored', async () => {
    const { sendRuns, look: readTrace } = await open()
    await sendRuns(
      run({ run_type: 'tool', name: long }),
      run({ run_type: 'llm', ...calledModel(long) }),
      run({ extra: { metadata: { langgraph_node: long, langgraph_step: 1, thread_id: long } } }),
      run({ session_name: long }),
      run({ tags: [long, 'a\uD800', 'a\uDFFF', 'b\0', 'b\uFFFD'] }),
      run({ run_type: 'tool', name: 't\uD800' }),
      run({ run_type: 'tool', name: 't\uDFFF' }),
    )
    const { items } = await readTrace()
    expect(items).toHaveLength(7)
    expect(items.map(({ threadId }) => threadId?.length)).toContain(500)
  })

  test('an attachment with a too long name is rejected without its run', async () => {
    const { apiUrl, look: readTrace } = await open()
    const rootRun = run()
    const body = multipartBody([
      { name: `post.${rootRun.id}`, body: JSON.stringify(rootRun) },
      { name: `attachment.${rootRun.id}.${long.slice(0, 4_000)}`, type: 'text/plain', body: 'x' },
    ])
    const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }
    const init = { method: 'POST', headers, body: new Uint8Array(body) }
    const answer = await fetch(`${apiUrl}/runs/multipart`, init)
    expect(answer.status).toBe(202)
    expect(await answer.json()).toMatchObject({
      rejected: [{ path: `attachment.${rootRun.id}`, message: expect.stringContaining('500') }],
    })
    expect((await readTrace()).items).toHaveLength(1)
  })

  test('a score too large to average is rejected', async () => {
    const { post, sendRuns } = await open()
    const rootRun = run()
    await sendRuns(rootRun)
    const answer = await post('/feedback', { run_id: rootRun.id, key: 'k', score: 1.7e308 })
    expect(answer.status).toBe(400)
  })

  test('filters accept any number, and a query limits the number of ids', async () => {
    const { post, sendRuns, client } = await open()
    await sendRuns(run({ run_type: 'llm', outputs: { usage_metadata: { input_tokens: 1 } } }))
    const found = async (filter: string) => {
      const answer = await post('/runs/query', { filter })
      return ((await answer.json()) as { runs: object[] }).runs.length
    }
    expect(await found('gt(total_tokens, 0.5)')).toBe(1)
    expect(await found('gt(total_tokens, 1e999)')).toBe(0)
    expect(await found('gte(latency, 1e300)')).toBe(0)
    expect(await found('lt(latency, 1e300)')).toBe(1)
    const ids = Array.from({ length: 70_000 }, () => v7())
    expect((await post('/runs/query', { id: ids })).status).toBe(400)
    await expect(client.traces.histogram({ from: -5, to: -1 })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })
  })

  test('a trace with two roots is one run', async () => {
    const { sendSpans, look: readTrace } = await open()
    const first = span({})
    await sendSpans(first, { ...first, spanId: 'b7ad6b7169203332' })
    await sendSpans({ ...first, spanId: 'b7ad6b7169203333' })
    const { items, total } = await readTrace()
    expect([items.length, total.runs]).toEqual([1, 1])
  })
})
