import { expect, test } from 'vitest'
import { DEFAULT_WORKSPACE } from '../../platform/db/schema.ts'
import { cancelRun, findRun } from '../api/runs.store.ts'
import { describeDatabases } from '../../testing/databases.ts'
import { answering } from '../../testing/runnable-documents.ts'
import { startExecutor } from '../../testing/executor-harness.ts'

describeDatabases('a live process whose lease has lapsed', (db) => {
  const find = (id: string) => findRun(db(), DEFAULT_WORKSPACE, id)
  const lease = (id: string) =>
    db()
      .selectFrom('runs')
      .select(['lease_owner', 'lease_until'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  const lapse = (id: string) =>
    db().updateTable('runs').set({ lease_until: 0 }).where('id', '=', id).execute()
  const executing = async (runLeaseMs: number) => {
    const started = await startExecutor(db(), { limits: { runLeaseMs } })
    const answer = started.mockProvider.hold('')
    const { id } = await started.queue(answering(), { question: 'x' })
    await expect.poll(() => started.mockProvider.requests.length).toBe(1)
    return { ...started, id, answer }
  }

  test('a live process whose lease has lapsed does not claim its own run again', async () => {
    const { executor, mockProvider, lines, queue, id, answer } = await executing(600_000)
    await lapse(id)

    // This claim includes expired runs.
    const next = await queue(answering(), { question: 'x' })
    await expect.poll(() => mockProvider.requests.length).toBe(2)
    answer()
    await Promise.all([executor.waitUntilSettled(id), executor.waitUntilSettled(next.id)])

    expect(await find(id)).toMatchObject({ status: 'success', attempt: 1 })
    expect(mockProvider.requests).toHaveLength(2)
    expect(lines.filter((line) => line.includes('run_events'))).toEqual([])
  })

  test('renews it', async () => {
    const { executor, id, answer } = await executing(60)
    const before = await lease(id)
    await lapse(id)

    await expect
      .poll(async () => (await lease(id)).lease_until)
      .toBeGreaterThan(before.lease_until ?? 0)
    answer()
    await executor.waitUntilSettled(id)

    expect(await find(id)).toMatchObject({ status: 'success', attempt: 1 })
  })

  test('keeps the lease of a cancelled run until its last events are stored', async () => {
    const { executor, lines, id } = await executing(60)
    await lapse(id)

    await cancelRun(db(), DEFAULT_WORKSPACE, id)
    executor.abort(id)
    await executor.waitUntilSettled(id)
    await expect.poll(() => executor.counts().running).toBe(0)

    expect(await lease(id)).toEqual({ lease_owner: null, lease_until: null })
    expect(lines.filter((line) => line.includes('run_events'))).toEqual([])
  })

  test('releases a run that it holds but does not execute', async () => {
    const { executor, queue, id, answer } = await executing(60)
    const { lease_owner: owner } = await lease(id)
    answer()
    await executor.waitUntilSettled(id)
    const orphan = await queue(answering(), { question: 'x' }, { isQueuedOnThread: true })

    await db()
      .updateTable('runs')
      .set({ status: 'running', waits: 0, lease_owner: owner, lease_until: 0 })
      .where('id', '=', orphan.id)
      .execute()
    await executor.waitUntilSettled(orphan.id)

    expect(await find(orphan.id)).toMatchObject({ status: 'success', attempt: 2 })
  })
})
