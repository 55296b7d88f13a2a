import { expect, test } from 'vitest'
import { DEFAULT_WORKSPACE } from '../../platform/db/schema.ts'
import { cancelRun, findRun } from '../api/runs.store.ts'
import { describeDatabases } from '../../testing/databases.ts'
import { chained } from '../../testing/runnable-documents.ts'
import { startExecutor } from '../../testing/executor-harness.ts'

describeDatabases('an executor that sleeps past its lease', (db) => {
  const lapse = (id: string) =>
    db().updateTable('runs').set({ lease_until: 0 }).where('id', '=', id).execute()
  const written = async () => {
    const tables = [
      'checkpoints',
      'checkpoint_blobs',
      'checkpoint_writes',
      'run_events',
      'runs',
      'traces',
      'spans',
      'exchanges',
    ] as const
    const all = await Promise.all(
      tables.map(async (table) => [table, await db().selectFrom(table).selectAll().execute()]),
    )
    return Object.fromEntries(all)
  }
  /** Waits for an answer when others find its lease expired. */
  const sleeper = async () => {
    const { executor, mockProvider, queue, lines } = await startExecutor(db(), {
      limits: { runLeaseMs: 600_000 },
      script: [{ match: 'one:', reply: 'First.' }, { reply: 'Late.' }],
    })
    const answer = mockProvider.hold('two: ')
    const { id } = await queue(chained(['one', 'two', 'three']), { question: 'x' })
    await expect.poll(() => mockProvider.requests.length, { interval: 5 }).toBe(2)
    await lapse(id)
    const wakes = async () => {
      answer()
      await expect.poll(() => executor.counts().running).toBe(0)
    }
    return { id, wakes, lines, mockProvider }
  }

  test('stores nothing once another process has its run', async () => {
    const { id, wakes, lines, mockProvider } = await sleeper()
    const other = await startExecutor(db(), { script: [{ reply: 'Other.' }] })
    await other.executor.waitUntilSettled(id)
    expect(other.mockProvider.requests).toHaveLength(2)
    const before = await written()

    await wakes()

    expect(await written()).toEqual(before)
    expect(await findRun(db(), DEFAULT_WORKSPACE, id)).toMatchObject({
      status: 'success',
      attempt: 2,
      output: { answer: 'Other.' },
    })
    expect(mockProvider.requests).toHaveLength(2)
    expect(lines.filter((line) => line.includes('"error"'))).toEqual([])
  })

  test('stores nothing once its run was cancelled and released', async () => {
    const { id, wakes } = await sleeper()
    await cancelRun(db(), DEFAULT_WORKSPACE, id)
    await startExecutor(db())
    const trace = () =>
      db().selectFrom('traces').select('status').where('id', '=', id).executeTakeFirst()
    await expect.poll(trace).toEqual({ status: 'cancelled' })
    const before = await written()

    await wakes()

    expect(await written()).toEqual(before)
    expect(await findRun(db(), DEFAULT_WORKSPACE, id)).toMatchObject({ status: 'cancelled' })
  })
})
