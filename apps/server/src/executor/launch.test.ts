import { setTimeout as wait } from 'node:timers/promises'
import { hashDocument } from '@lathe/graph'
import { expect, test } from 'vitest'
import type { Db } from '../db/db.ts'
import { DEFAULT_WORKSPACE } from '../db/schema.ts'
import { cancelRun, findRun } from '../features/runs/runs.store.ts'
import { beginInsert, type Lease, type NewRun } from '../features/runs/start-run.store.ts'
import { describeDatabases } from '../testing/databases.ts'
import { answering } from '../testing/documents-running.ts'
import { readAll, startExecutor } from '../testing/executor-harness.ts'
import { newRun, queueRun } from '../testing/run-factory.ts'

/** Long enough for a run to have got as far as it can, and for regular writes. */
const LONG_MS = 200

function onNewThread(): NewRun {
  const document = answering()
  const graph = { hash: hashDocument(document), document }
  const run = newRun({ graph, input: { question: 'Tides?' } })
  return { ...run, threadId: run.id }
}

async function countRecorded(db: Db): Promise<number> {
  const tables = ['run_events', 'traces', 'spans', 'checkpoints'] as const
  const stored = await Promise.all(
    tables.map((table) => db.selectFrom(table).selectAll().execute()),
  )
  return stored.flat().length
}

describeDatabases('a run that gets ready while it is stored', (db) => {
  const insert = (run: NewRun, lease: Lease | null) =>
    beginInsert(db(), DEFAULT_WORKSPACE, run, 10, lease)

  test('asks no model and stores nothing before it is there', async () => {
    const { executor, practice } = await startExecutor(db(), { script: [{ reply: 'The moon.' }] })
    const run = onNewThread()
    const there = Promise.withResolvers<void>()

    const launching = executor.launch((lease) => {
      const insertion = insert(run, lease)
      return { ...insertion, done: there.promise.then(() => insertion.done) }
    })
    await wait(LONG_MS)
    const before = { asked: practice.requests.length, recorded: await countRecorded(db()) }
    there.resolve()
    await launching
    const events = await readAll(executor, run.id)

    expect(before).toEqual({ asked: 0, recorded: 0 })
    expect(practice.requests).toHaveLength(1)
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
    expect(await findRun(db(), DEFAULT_WORKSPACE, run.id)).toMatchObject({
      status: 'success',
      output: { answer: 'The moon.' },
    })
  })

  test('leaves nothing behind when it cannot be stored', async () => {
    const { executor, practice, lines } = await startExecutor(db(), { isStarted: false })
    const run = onNewThread()
    await queueRun(db(), { ...run, graph: { hash: 'other', document: answering() } })
    await cancelRun(db(), DEFAULT_WORKSPACE, run.id)

    await expect(executor.launch((lease) => insert(run, lease))).rejects.toThrow(/unique/i)
    await wait(LONG_MS)

    expect(practice.requests).toEqual([])
    expect(await countRecorded(db())).toBe(0)
    expect(executor.counts()).toEqual({ running: 0, queued: 0 })
    expect(lines).toEqual([])
  })
})
