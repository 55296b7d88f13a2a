import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startMockProvider } from '@lathe/mock-provider'
import { expect, onTestFinished, test } from 'vitest'
import { caseRow, type PlanFields, planWith, promptColumn } from '../../testing/comparison-app.ts'
import { describeDatabases } from '../../testing/databases.ts'
import { startRunningApp } from '../../testing/running-app.ts'
import { countPreparedCells, sortInPlanOrder } from './cell-queue.ts'
import { createLimiter } from './comparison-runner.ts'
import type { ComparisonCase, Variant } from '@lathe/contract'

const plan = (fields: PlanFields) =>
  planWith({
    variants: [promptColumn('a', 'Echo: {{question}}', 'held')],
    cases: ['one', 'two', 'three', 'four', 'five', 'six', 'seven'].map((key) => caseRow(key)),
    concurrency: 4,
    reuse: false,
    ...fields,
  })

/** A mock provider that holds every answer until it is released. */
async function startHeldProvider() {
  const mockProvider = await startMockProvider()
  const pendingResponses: (() => void)[] = []
  const server = createServer((request, response) => {
    const forward = async () => {
      const body = Buffer.concat(await request.toArray())
      await new Promise<void>((resolve) => pendingResponses.push(resolve))
      const { authorization = '' } = request.headers
      const headers = { authorization, 'content-type': 'application/json' }
      const answer = await fetch(`${new URL(mockProvider.url).origin}${request.url}`, {
        method: 'POST',
        headers,
        body,
      })
      response.writeHead(answer.status, { 'content-type': 'text/event-stream' })
      response.end(await answer.text())
    }
    void forward()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    pendingResponses,
    url: `http://127.0.0.1:${port}${new URL(mockProvider.url).pathname}`,
    close: async () => {
      server.close()
      await mockProvider.close()
    },
  }
}

test.each([
  [20, 5],
  [8, 2],
  [1, 0],
  [26, 2],
  [32, 0],
])('prepares the next cells: %i requested, %i prepared', (concurrency, ready) => {
  expect(countPreparedCells(plan({ concurrency }), { runsAtOnce: 32 })).toBe(ready)
})

describeDatabases('a comparison of bare prompts', (db) => {
  async function started(fields: PlanFields = {}) {
    const provider = await startHeldProvider()
    const app = await startRunningApp(db())
    onTestFinished(async () => {
      await app.stop()
      await provider.close()
    })
    const { client } = app
    const connection = { baseUrl: provider.url, key: 'a-key-for-the-provider', allowPrivate: true }
    await client.models.createConnection({ name: 'held', ...connection })
    const { id } = await client.comparisons.create({ name: 'Ahead', plan: plan(fields) })
    await client.comparisons.run({ id })
    const runs = async () =>
      db().selectFrom('runs').select(['id', 'started_at', 'ended_at', 'status']).execute()
    return { ...provider, client, id, runs }
  }

  test('limits concurrent requests while preparing the next cell', async () => {
    const { pendingResponses, client, id, runs } = await started()

    await expect.poll(async () => (await runs()).length).toBe(5)
    await expect.poll(() => pendingResponses.length).toBe(4)
    pendingResponses[0]?.()
    await expect.poll(() => pendingResponses.length).toBe(5)
    for (let index = 1; index < 7; index++) {
      await expect.poll(() => pendingResponses.length).toBeGreaterThan(index)
      pendingResponses[index]?.()
    }
    await expect.poll(async () => (await client.comparisons.get({ id })).cells.done).toBe(7)

    const { grid } = await client.comparisons.get({ id })
    const spans = await Promise.all(
      grid.map(async ({ runId }) => (await client.traces.get({ id: runId ?? '' })).spans),
    )
    expect(spans.flat().filter(({ kind }) => kind === 'model')).toHaveLength(7)
  })

  test('prepares no cell ahead if the budget could be exceeded', async () => {
    const { pendingResponses, client, id, runs } = await started({ budget: { tokens: 1 } })

    await expect.poll(() => pendingResponses.length).toBe(4)
    for (const answer of pendingResponses) answer()
    await expect.poll(async () => (await client.comparisons.get({ id })).status).toBe('stopped')

    expect(await runs()).toHaveLength(4)
  })

  test('cancels prepared cells when stopped', async () => {
    const { pendingResponses, client, id, runs } = await started()
    await expect.poll(() => pendingResponses.length).toBe(4)
    await expect.poll(async () => (await runs()).length).toBe(5)

    await client.comparisons.stop({ id })

    await expect
      .poll(async () => (await runs()).map(({ status }) => status))
      .toEqual(Array.from({ length: 5 }, () => 'cancelled'))
    expect(await client.comparisons.get({ id })).toMatchObject({
      status: 'stopped',
      cells: { done: 0 },
    })
  })
})

test('orders cells by case and rotates the first variant', () => {
  const base: Variant['base'] = {
    type: 'prompt',
    messages: [{ role: 'user', text: '{{q}}' }],
    model: { connection: 'demo', name: 'demo-1' },
  }
  const variants = ['a', 'b', 'c'].map((key): Variant => ({ key, name: key, base }))
  const cases = ['1', '2', '3', '4'].map((key): ComparisonCase => ({
    key,
    name: '',
    input: {},
    reference: null,
  }))
  const cells = [0, 1].flatMap((repeat) =>
    variants.flatMap(({ key: variant }) =>
      cases.map(({ key }) => ({ variant, case_key: key, repeat })),
    ),
  )

  const order = sortInPlanOrder({ variants, cases }, cells.toReversed())
  const positions = order.map((cell) => `${cell.repeat}${cell.case_key}${cell.variant}`).join(' ')

  expect(positions).toBe(
    '01a 01b 01c 02c 02a 02b 03b 03c 03a 04a 04b 04c ' +
      '11c 11a 11b 12b 12c 12a 13a 13b 13c 14c 14a 14b',
  )
})

test('limits concurrency, keeps arrival order and continues after a failure', async () => {
  const limit = createLimiter(2)
  const started: string[] = []
  const works = ['a', 'b', 'c', 'd'].map((name) => ({ name, ...Promise.withResolvers<string>() }))
  const [a, b, c, d] = works.map(({ name, promise }) =>
    limit(() => {
      started.push(name)
      return promise
    }),
  )

  expect(started).toEqual(['a', 'b'])
  works[1]?.reject(new Error('b failed'))
  await expect(b).rejects.toThrow('b failed')
  await expect.poll(() => started).toEqual(['a', 'b', 'c'])
  works[0]?.resolve('result of a')
  expect(await a).toBe('result of a')
  await expect.poll(() => started).toEqual(['a', 'b', 'c', 'd'])

  for (const { resolve } of works) resolve('the rest')
  expect(await Promise.all([c, d])).toEqual(['the rest', 'the rest'])
})
