import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { hashDocument } from '@lathe/graph'
import { startMockProvider } from '@lathe/mock-provider'
import { expect, onTestFinished, test } from 'vitest'
import type { Db } from '../../platform/db/db.ts'
import { openDatabase } from '../../platform/db/open.ts'
import { DEFAULT_WORKSPACE } from '../../platform/db/schema.ts'
import { cancelRun, findRun } from '../api/runs.store.ts'
import { beginInsert } from '../start/insertion.ts'
import type { Lease, NewRun } from '../start/start-run.store.ts'
import { createDatabase, describeDatabases, engines } from '../../testing/databases.ts'
import { settingDocument } from '../../testing/documents.ts'
import { answering } from '../../testing/runnable-documents.ts'
import type { ChildOptions } from '../../testing/executor-child.ts'
import { readAll, startExecutor } from '../../testing/executor-harness.ts'
import { newRun, queueRun } from '../../testing/run-factory.ts'
import { built } from '../../../../../scripts/lib/built.ts'

/** Long enough for a run to make all progress it can and for periodic writes. */
const LONG_MS = 200

function onNewThread(): NewRun {
  const document = answering()
  const graph = { hash: hashDocument(document), document }
  const run = newRun({ graph, input: { question: 'Tides?' } })
  return { ...run, threadId: run.id }
}

function doneAtOnce(): NewRun {
  const document = settingDocument()
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

describeDatabases('a run that is prepared while its row is inserted', (db) => {
  const insert = (run: NewRun, lease: Lease | null) =>
    beginInsert(db(), DEFAULT_WORKSPACE, run, 10, lease)

  test('calls no model and stores nothing before it is inserted', async () => {
    const { executor, mockProvider } = await startExecutor(db(), {
      script: [{ reply: 'The moon.' }],
    })
    // Loads what the next run needs.
    const first = onNewThread()
    await executor.launch((lease) => insert(first, lease))
    await executor.settled(first.id)
    const known = { asked: mockProvider.requests.length, recorded: await countRecorded(db()) }
    const run = onNewThread()
    const there = Promise.withResolvers<void>()

    const launching = executor.launch((lease) => {
      const insertion = insert(run, lease)
      const { done } = insertion
      return Object.defineProperty(insertion, 'done', { value: there.promise.then(() => done) })
    })
    await wait(LONG_MS)
    const before = { asked: mockProvider.requests.length, recorded: await countRecorded(db()) }
    there.resolve()
    await launching
    const events = await readAll(executor, run.id)

    expect(before).toEqual(known)
    expect(mockProvider.requests).toHaveLength(2)
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
    expect(await findRun(db(), DEFAULT_WORKSPACE, run.id)).toMatchObject({
      status: 'success',
      output: { answer: 'The moon.' },
    })
  })

  test('restarts if its thread turns out to have checkpoints', async () => {
    const script = [{ reply: 'The moon.' }, { reply: 'The sun.' }]
    const { executor, mockProvider } = await startExecutor(db(), { script })
    const first = onNewThread()
    await executor.launch((lease) => insert(first, lease))
    await executor.settled(first.id)
    const run = { ...onNewThread(), threadId: first.threadId, isFirst: true }

    await executor.launch((lease) => insert(run, lease))
    const events = await readAll(executor, run.id)

    expect(mockProvider.requests).toHaveLength(2)
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
    expect(events.at(-1)?.body).toMatchObject({ type: 'status', status: 'success' })
    const checkpoints = await db().selectFrom('checkpoints').selectAll().execute()
    const beginnings = checkpoints.filter((one) => one.parent_checkpoint_id === null)
    expect(beginnings).toHaveLength(1)
  })

  test('is stored in one transaction if it finishes at once', async () => {
    const { executor } = await startExecutor(db())
    const { agentId } = newRun()
    let last = doneAtOnce()
    const statusAtLaunch = async () => {
      last = { ...doneAtOnce(), agentId }
      await executor.launch((lease) => insert(last, lease))
      return (await findRun(db(), DEFAULT_WORKSPACE, last.id))?.status
    }

    // The first runs wait for modules to load.
    await expect.poll(statusAtLaunch).toBe('success')
    const events = await readAll(executor, last.id)

    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
    expect(events.at(-1)?.body).toMatchObject({ type: 'status', status: 'success' })
    expect(executor.counts()).toMatchObject({ queued: 0 })
  })

  test('restarts in the same way if it finished at once', async () => {
    const { executor } = await startExecutor(db())
    const first = doneAtOnce()
    await executor.launch((lease) => insert(first, lease))
    await executor.settled(first.id)
    const { threadId, agentId } = first
    const run = { ...doneAtOnce(), threadId, agentId, isFirst: true }

    await executor.launch((lease) => insert(run, lease))
    await executor.settled(run.id)

    const checkpoints = await db().selectFrom('checkpoints').selectAll().execute()
    const beginnings = checkpoints.filter((one) => one.parent_checkpoint_id === null)
    expect(beginnings).toHaveLength(1)
    expect(await findRun(db(), DEFAULT_WORKSPACE, run.id)).toMatchObject({ status: 'success' })
  })

  test('never exists if its thread is busy', async () => {
    const { executor } = await startExecutor(db(), { isStarted: false })
    const busy = await queueRun(db())
    const run = { ...doneAtOnce(), threadId: busy.threadId, isFirst: true }

    const inserted = await executor.launch((lease) => insert(run, lease))

    expect(inserted).toMatchObject({ type: 'thread-busy', runId: busy.id })
    expect(await countRecorded(db())).toBe(0)
    expect(executor.counts()).toEqual({ running: 0, queued: 0 })
  })

  test('leaves nothing behind if it cannot be stored', async () => {
    const { executor, mockProvider, lines } = await startExecutor(db(), { isStarted: false })
    const run = onNewThread()
    await queueRun(db(), { ...run, graph: { hash: 'other', document: answering() } })
    await cancelRun(db(), DEFAULT_WORKSPACE, run.id)

    await expect(executor.launch((lease) => insert(run, lease))).rejects.toThrow(/unique/i)
    await wait(LONG_MS)

    expect(mockProvider.requests).toEqual([])
    expect(await countRecorded(db())).toBe(0)
    expect(executor.counts()).toEqual({ running: 0, queued: 0 })
    expect(lines).toEqual([])
  })
})

test.each(engines)('a kill -9 during its first call finds it stored on %s', async (engine) => {
  const { config, remove } = await createDatabase(engine)
  const mockProvider = await startMockProvider({ script: [{ reply: 'Yes.' }] })
  const answer = mockProvider.hold('')
  onTestFinished(async () => {
    await mockProvider.close()
    await remove()
  })
  const run = onNewThread()
  const options: ChildOptions = {
    config,
    mockProviderUrl: mockProvider.url,
    limits: {},
    launch: run,
    follow: run.id,
  }
  const child = spawn(process.execPath, [await built('executor'), JSON.stringify(options)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  await expect.poll(() => mockProvider.requests.length, { interval: 2 }).toBe(1)
  child.kill('SIGKILL')
  await once(child, 'close')

  const db = await openDatabase(config)
  onTestFinished(() => db.close())
  expect(await findRun(db, DEFAULT_WORKSPACE, run.id)).toMatchObject({
    status: 'running',
    attempt: 1,
  })
  // Simulates an expired lease.
  await db.updateTable('runs').set({ lease_until: 0 }).execute()
  answer()
  const { executor } = await startExecutor(db, { mockProvider })
  await executor.settled(run.id)

  expect(await findRun(db, DEFAULT_WORKSPACE, run.id)).toMatchObject({
    status: 'success',
    attempt: 2,
    output: { answer: 'Yes.' },
  })
  expect(mockProvider.requests).toHaveLength(2)
})
