import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ComparisonPlan } from '@lathe/contract'
import { startPractice } from '@lathe/practice'
import { expect, onTestFinished, test } from 'vitest'
import { describeDatabases } from '../../testing/databases.ts'
import { startRunningApp } from '../../testing/running-app.ts'

const plan = (fields: Partial<ComparisonPlan>): ComparisonPlan => ({
  variants: [
    {
      key: 'a',
      name: 'A',
      base: {
        type: 'prompt',
        messages: [{ role: 'user', text: 'Echo: {{question}}' }],
        model: { connection: 'held', name: 'practice-fast' },
      },
    },
  ],
  cases: ['one', 'two', 'three', 'four', 'five'].map((key) => ({
    key,
    name: '',
    input: { question: key },
    reference: null,
  })),
  checks: [],
  repeats: 1,
  concurrency: 2,
  budget: {},
  judgeBudget: {},
  reuse: false,
  sameTape: false,
  batch: false,
  ...fields,
})

/** Answers as the practice provider, each when it is let. */
async function startHeld() {
  const practice = await startPractice()
  const held: (() => void)[] = []
  const server = createServer((request, response) => {
    const forward = async () => {
      const body = Buffer.concat(await request.toArray())
      await new Promise<void>((resolve) => held.push(resolve))
      const { authorization = '' } = request.headers
      const headers = { authorization, 'content-type': 'application/json' }
      const answer = await fetch(`${new URL(practice.url).origin}${request.url}`, {
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
    held,
    url: `http://127.0.0.1:${port}${new URL(practice.url).pathname}`,
    close: async () => {
      server.close()
      await practice.close()
    },
  }
}

describeDatabases('a comparison of bare prompts', (db) => {
  async function started(fields: Partial<ComparisonPlan> = {}) {
    const provider = await startHeld()
    const app = await startRunningApp(db())
    onTestFinished(async () => {
      await app.stop()
      await provider.close()
    })
    const { client } = app
    const connection = { baseUrl: provider.url, key: 'a-key-for-practice', allowPrivate: true }
    await client.models.createConnection({ name: 'held', ...connection })
    const { id } = await client.comparisons.create({ name: 'Ahead', plan: plan(fields) })
    await client.comparisons.run({ id })
    const runs = async () =>
      db().selectFrom('runs').select(['id', 'started_at', 'ended_at', 'status']).execute()
    return { ...provider, client, id, runs }
  }

  test('asks no more than may be at once, while the next gets ready', async () => {
    const { held, client, id, runs } = await started()

    await expect.poll(async () => (await runs()).length).toBe(3)
    await expect.poll(() => held.length).toBe(2)
    held[0]?.()
    await expect.poll(() => held.length).toBe(3)
    for (let at = 1; at < 5; at++) {
      await expect.poll(() => held.length).toBeGreaterThan(at)
      held[at]?.()
    }
    await expect.poll(async () => (await client.comparisons.get({ id })).cells.done).toBe(5)

    const { grid } = await client.comparisons.get({ id })
    const spans = await Promise.all(
      grid.map(async ({ runId }) => (await client.traces.get({ id: runId ?? '' })).spans),
    )
    expect(spans.flat().filter(({ kind }) => kind === 'model')).toHaveLength(5)
  })

  test('has nobody get ready where a budget could be overdrawn', async () => {
    const { held, client, id, runs } = await started({ budget: { tokens: 1 } })

    await expect.poll(() => held.length).toBe(2)
    held[0]?.()
    held[1]?.()
    await expect.poll(async () => (await client.comparisons.get({ id })).status).toBe('stopped')

    expect(await runs()).toHaveLength(2)
  })

  test('stops with those that stand in line', async () => {
    const { held, client, id, runs } = await started()
    await expect.poll(() => held.length).toBe(2)
    await expect.poll(async () => (await runs()).length).toBe(3)

    await client.comparisons.stop({ id })

    await expect
      .poll(async () => (await runs()).map(({ status }) => status))
      .toEqual(['cancelled', 'cancelled', 'cancelled'])
    expect(held).toHaveLength(2)
    expect(await client.comparisons.get({ id })).toMatchObject({
      status: 'stopped',
      cells: { done: 0 },
    })
  })
})
