import { expect, test } from 'vitest'
import { DEFAULT_WORKSPACE } from '../../platform/db/schema.ts'
import { insertAgent } from '../../agents/agents.store.ts'
import { renameAgent } from '../../agents/agent-changes.store.ts'
import { describeDatabases } from '../../testing/databases.ts'
import { settingDocument } from '../../testing/documents.ts'
import { answering } from '../../testing/runnable-documents.ts'
import { startExecutor } from '../../testing/executor-harness.ts'
import { newRun, queueRun } from '../../testing/run-factory.ts'
import { insertPending } from '../start/start-run.store.ts'

const ALL = 300
/** Longer than any run here takes: a lease that is not renewed would let the run execute twice. */
const limits = { runLeaseMs: 120_000 }

describeDatabases('the queue', (db) => {
  const agent = async (slug: string, concurrency: number | null) => {
    const fields = { slug, name: slug, description: '', template: null }
    const id = await insertAgent(db(), DEFAULT_WORKSPACE, {
      ...fields,
      document: settingDocument(),
    })
    if (id === undefined) throw new Error(`${slug} is taken`)
    await renameAgent(db(), DEFAULT_WORKSPACE, id, { concurrency })
    return id
  }
  const runsOf = (agentId: string) =>
    db()
      .selectFrom('runs')
      .select(['id', 'status', 'attempt', 'started_at', 'ended_at'])
      .where('agent_id', '=', agentId)
      .orderBy('id')
      .execute()

  test(`executes ${ALL} pending runs, each once and in order`, async () => {
    const agentId = await agent('busy', null)
    const graph = { hash: 'small', document: settingDocument() }
    for (let from = 0; from < ALL; from += 50) {
      const some = Array.from({ length: 50 }, () =>
        newRun({ agentId, graph, input: { question: 'x' } }),
      )
      await Promise.all(
        some.map((run) => insertPending(db(), { workspaceId: DEFAULT_WORKSPACE, run }, ALL)),
      )
    }

    const { executor } = await startExecutor(db(), { limits })
    await expect
      .poll(async () => (await runsOf(agentId)).filter(({ ended_at }) => ended_at).length, {
        interval: 200,
      })
      .toBe(ALL)

    const runs = await runsOf(agentId)
    expect(new Set(runs.map(({ status, attempt }) => `${status} ${attempt}`))).toEqual(
      new Set(['success 1']),
    )
    const starts = runs.map(({ started_at }) => started_at ?? 0)
    expect(starts).toEqual(starts.toSorted((a, b) => a - b))
    expect(executor.counts()).toMatchObject({ running: 0 })
  })

  test('the queue does not claim a run while executing runs hold too much memory', async () => {
    const { executor, mockProvider, queue } = await startExecutor(db(), {
      limits: { ...limits, runBytes: 100_000 },
    })
    const answer = mockProvider.hold('')
    const large = await queue(answering(), { question: 'x'.repeat(50_000) })
    await expect.poll(() => mockProvider.requests.length).toBe(1)

    const small = await queue(answering(), { question: 'y' })
    const counted = executor.counts()
    answer()
    await Promise.all([executor.waitUntilSettled(large.id), executor.waitUntilSettled(small.id)])

    expect(counted.running).toBe(1)
    const [first, second] = await db()
      .selectFrom('runs')
      .select(['started_at', 'ended_at', 'status'])
      .where('id', 'in', [large.id, small.id])
      .orderBy('id')
      .execute()
    expect([first?.status, second?.status]).toEqual(['success', 'success'])
    expect(second?.started_at ?? 0).toBeGreaterThanOrEqual(first?.ended_at ?? Infinity)
  })

  test("respects an agent's concurrency limit and lets other agents pass", async () => {
    const limited = await agent('limited', 2)
    const free = await agent('free', null)
    const { executor, mockProvider } = await startExecutor(db(), {
      limits,
    })
    const answer = mockProvider.hold('')
    const document = answering()
    const graph = { hash: 'answering', document }
    const fields = { graph, input: { question: 'x' } }
    for (let count = 0; count < 7; count++) await queueRun(db(), { ...fields, agentId: limited })
    for (let count = 0; count < 3; count++) await queueRun(db(), { ...fields, agentId: free })
    executor.wake()
    await expect.poll(() => mockProvider.requests.length).toBe(5)
    answer()

    const isDone = async (id: string) => (await runsOf(id)).every(({ ended_at }) => ended_at)
    await expect.poll(() => isDone(limited)).toBe(true)
    await expect.poll(() => isDone(free)).toBe(true)

    const runs = await runsOf(limited)
    expect(runs.map(({ status }) => status)).toEqual(Array(7).fill('success'))
    expect(mostAtOnce(runs)).toBe(2)
    const starts = runs.map(({ started_at }) => started_at ?? 0)
    expect(starts).toEqual(starts.toSorted((a, b) => a - b))
    const last = Math.max(...(await runsOf(free)).map(({ started_at }) => started_at ?? 0))
    expect(last).toBeLessThan(starts.at(2) ?? 0)
    expect(mockProvider.requests).toHaveLength(10)
  })

  test("respects an agent's limit across two servers", async () => {
    const limited = await agent('limited', 1)
    const script = [{ reply: { content: 'Yes.', latencyMs: 60 } }]
    const first = await startExecutor(db(), { script, limits })
    const second = await startExecutor(db(), { mockProvider: first.mockProvider, limits })
    const graph = { hash: 'answering', document: answering() }
    const fields = { graph, input: { question: 'x' }, agentId: limited }
    for (let count = 0; count < 8; count++) await queueRun(db(), fields)
    first.executor.wake()
    second.executor.wake()

    await expect
      .poll(async () => (await runsOf(limited)).every(({ ended_at }) => ended_at))
      .toBe(true)

    expect(mostAtOnce(await runsOf(limited))).toBe(1)
  })
})

type Spell = { started_at: number | null; ended_at: number | null }

function mostAtOnce(runs: readonly Spell[]): number {
  const counts = runs.map(
    ({ started_at }) =>
      runs.filter(
        (one) =>
          (one.started_at ?? 0) <= (started_at ?? 0) && (started_at ?? 0) < (one.ended_at ?? 0),
      ).length,
  )
  return Math.max(...counts)
}
