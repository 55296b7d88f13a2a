import type { ComparisonDetail, ComparisonPlan } from '@lathe/contract'
import type { StartOptions } from '@lathe/mock-provider'
import { expect, test } from 'vitest'
import { caseRow, type PlanFields, startComparisonApp } from '../../testing/comparison-app.ts'
import { describeDatabases } from '../../testing/databases.ts'

const model = { connection: 'lane', name: 'demo-fast', temperature: 0 }
const prompt = (key: string, text: string): ComparisonPlan['variants'][number] => ({
  key,
  name: key.toUpperCase(),
  base: { type: 'prompt', messages: [{ role: 'user', text }], model },
})
const CASES = [caseRow('c0', 'Tides?'), caseRow('c1', 'Winds?')]

describeDatabases('a comparison in batch mode', (db) => {
  async function start(options: StartOptions = {}, defaultHeaders: Record<string, string> = {}) {
    const app = await startComparisonApp(
      db(),
      { settings: { batchMs: 0 }, ...options },
      defaultHeaders,
    )
    const { client, mockProvider } = app
    const make = (fields: PlanFields = {}) =>
      app.make({
        variants: [prompt('a', 'Echo: {{question}}'), prompt('b', 'Say: {{question}}')],
        cases: CASES,
        batch: true,
        ...fields,
      })
    const waitUntil = async (id: string, isReached: (detail: ComparisonDetail) => boolean) => {
      await expect.poll(async () => isReached(await client.comparisons.get({ id }))).toBe(true)
      return client.comparisons.get({ id })
    }
    const countRequests = (path: string) =>
      mockProvider.requests.filter((one) => one.method === 'POST' && one.path === path)
    return { ...app, make, waitUntil, countRequests }
  }

  test('sends all cells in one batch and creates a traced run per cell', async () => {
    const { client, make, run, countRequests } = await start()

    const done = await run(await make())

    expect(done).toMatchObject({
      status: 'done',
      cells: { total: 4, done: 4, failed: 0 },
      batches: [{ model: 'demo-fast', status: 'ended', requests: { total: 4, completed: 4 } }],
    })
    expect(
      [countRequests('/batches'), countRequests('/chat/completions')].map((all) => all.length),
    ).toEqual([1, 0])
    const [cell] = done.grid
    expect(cell).toMatchObject({ status: 'success', isBatch: true, latencyMs: null })
    expect(cell?.usage?.output).toBeGreaterThan(0)
    const { spans } = await client.traces.get({ id: cell?.runId ?? '' })
    const call = spans.find(({ kind }) => kind === 'model')
    expect(call).toMatchObject({ status: 'success', tags: ['batch'] })

    const liveRun = await run(await make({ batch: false, reuse: false }))
    const outputs = ({ grid }: ComparisonDetail) =>
      grid
        .map(({ variant, case: row, output }) => `${variant} ${row} ${JSON.stringify(output)}`)
        .toSorted()
    expect(outputs(liveRun)).toEqual(outputs(done))
  })

  test('sends one batch per API', async () => {
    const { make, run, mockProvider } = await start()
    const other = prompt('b', 'Echo: {{question}}')
    const responsesModel = { ...model, api: 'responses' as const }
    const variants = [
      prompt('a', 'Echo: {{question}}'),
      { ...other, base: { ...other.base, model: responsesModel } },
    ]

    const { cells, grid } = await run(await make({ variants }))

    expect(cells).toEqual({ total: 4, done: 4, failed: 0 })
    const endpoints = mockProvider.requests.flatMap(({ method, path, body }) =>
      method === 'POST' && path === '/batches' ? [readEndpoint(body)] : [],
    )
    expect(endpoints.toSorted()).toEqual(['/v1/chat/completions', '/v1/responses'])
    const findOutput = (key: string) =>
      grid.filter(({ variant }) => variant === key).map(({ output }) => JSON.stringify(output))
    expect(findOutput('b').toSorted()).toEqual(findOutput('a').toSorted())
  })

  test('offers tools like a prompt outside a batch', async () => {
    const { make, run, countRequests } = await start()
    const asking = prompt('a', '{{question}} [[call: calculator {"expression":"6*7"}]]')
    const variants = [{ ...asking, base: { ...asking.base, tools: ['calculator'] } }]

    const { cells, grid } = await run(await make({ variants }))

    expect(cells).toEqual({ total: 2, done: 2, failed: 0 })
    const calls = [{ tool: 'calculator', arguments: { expression: '6*7' } }]
    expect(grid).toMatchObject([{ calls }, { calls }])
    expect(countRequests('/chat/completions')).toEqual([])
  })

  test('reports failed lines and retries only those', async () => {
    const { make, run, countRequests } = await start()
    const fault = { key: 'bad', input: { question: 'Tides? [[fault: 400]]' } }
    const { id, ...failed } = await run(
      await make({
        cases: [...CASES, fault],
      }),
    )

    expect(failed.cells).toEqual({ total: 6, done: 6, failed: 2 })
    const [bad] = failed.grid.filter(({ case: row }) => row === 'bad')
    expect(bad).toMatchObject({ status: 'error', error: { code: 'BAD_REQUEST', status: 400 } })
    expect(bad?.runId).not.toBeNull()

    const rerun = await run(id)
    expect(rerun.batches.map(({ requests }) => requests.total)).toEqual([6, 2])
    expect(countRequests('/batches')).toHaveLength(2)
  })

  test.each([
    ['failed', 4, 'lane rejected the batch'],
    ['expired', 2, 'The batch ended without an answer to this request'],
  ])('marks cells without an answer of a batch that %s', async (end, failures, message) => {
    const { make, run } = await start({}, { 'x-demo-batch-end': end })

    const { cells, grid } = await run(await make())

    expect(cells).toMatchObject({ done: 4, failed: failures })
    const errors = grid.flatMap(({ error }) => error?.message ?? [])
    expect(errors).toEqual(Array.from({ length: failures }, () => message))
  })

  test('a batch is cancelled with its comparison, and only unanswered cells are sent again', async () => {
    const { client, mockProvider, make, waitUntil, countRequests } = await start()
    const id = await make()
    mockProvider.hold('Tides')
    await client.comparisons.run({ id })
    await waitUntil(id, ({ batches }) => batches[0]?.status === 'waiting')

    const stopped = await client.comparisons.stop({ id })

    expect(stopped).toMatchObject({
      status: 'stopped',
      batches: [{ status: 'ended', providerStatus: 'cancelled' }],
    })
    expect(stopped.grid.map(({ status }) => status)).toEqual(stopped.grid.map(() => 'pending'))
    await client.comparisons.run({ id })
    await waitUntil(id, ({ batches }) => batches[1]?.status === 'waiting')
    expect(countRequests('/batches')).toHaveLength(2)
    await client.comparisons.stop({ id })
  })

  test('keeps a waiting batch when more cells are added', async () => {
    const { client, mockProvider, make, waitUntil, countRequests } = await start()
    const id = await make()
    const answer = mockProvider.hold('Echo')
    await client.comparisons.run({ id, only: { variants: ['a'] } })
    await waitUntil(id, ({ batches }) => batches[0]?.status === 'waiting')

    await client.comparisons.run({ id, only: { variants: ['b'] } })
    answer()

    const { batches, cells } = await waitUntil(id, ({ status }) => status === 'done')
    expect(cells).toEqual({ total: 4, done: 4, failed: 0 })
    expect(batches.map(({ requests, providerStatus }) => [requests.total, providerStatus])).toEqual(
      [
        [2, 'completed'],
        [2, 'completed'],
      ],
    )
    expect(countRequests('/batches')).toHaveLength(2)
  })

  test('reports the error of a provider without batch support', async () => {
    const { client, make, run } = await start()
    const [lane] = (await client.models.connections()).filter(({ name }) => name === 'lane')
    const baseUrl = `${lane?.baseUrl}/none`
    await client.models.editConnection({ id: lane?.id ?? '', baseUrl, key: 'another-key' })

    const { grid } = await run(await make())

    expect(grid.map(({ error }) => error?.code)).toEqual(grid.map(() => 'NOT_FOUND'))
  })
})

const readEndpoint = (body: unknown) =>
  typeof body === 'object' && body !== null && 'endpoint' in body ? String(body.endpoint) : ''
