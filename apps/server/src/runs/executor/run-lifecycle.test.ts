import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import { Limits, ZERO_USAGE } from '@lathe/contract'
import type { Engine, RunOutcome } from '@lathe/engine'
import { hashDocument } from '@lathe/graph'
import { startMockProvider } from '@lathe/mock-provider'
import { expect, onTestFinished, test } from 'vitest'
import type { Db } from '../../platform/db/db.ts'
import { openDatabase } from '../../platform/db/open.ts'
import { createLog } from '../../platform/log.ts'
import { DEFAULT_WORKSPACE } from '../../platform/db/schema.ts'
import { cancelRun, findRun } from '../api/runs.store.ts'
import { insertRun, type NewRun } from '../start/start-run.store.ts'
import { EVENT_BLOCK } from './run-log.ts'
import { type LifecycleDeps, RunLifecycle } from './run-lifecycle.ts'
import { createWriter } from './writer.ts'
import { createDatabase, describeDatabases, engines } from '../../testing/databases.ts'
import { settingDocument } from '../../testing/documents.ts'
import { answering } from '../../testing/runnable-documents.ts'
import type { ChildOptions } from '../../testing/executor-child.ts'
import { readAll, startExecutor } from '../../testing/executor-harness.ts'
import { newRun, queueRun } from '../../testing/run-factory.ts'
import { built } from '../../../../../scripts/lib/built.ts'

/** Long enough for a run to make all progress it can and for periodic writes. */
const LONG_MS = 200

const success: RunOutcome = {
  type: 'success',
  output: {},
  totals: { usage: ZERO_USAGE, costNanos: 0, pricedNanos: 0, unpriced: 0 },
  firstTokenAt: null,
}

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
  const start = (run: NewRun) => ({ workspaceId: DEFAULT_WORKSPACE, run })

  test('calls no model and stores nothing before it is inserted', async () => {
    let committed = Promise.resolve()
    const { executor, mockProvider } = await startExecutor(db(), {
      script: [{ reply: 'The moon.' }],
      async insertRun(...insert) {
        const inserted = await insertRun(...insert)
        await committed
        return inserted
      },
    })
    // Loads what the next run needs.
    const first = onNewThread()
    await executor.launch(start(first))
    await executor.waitUntilSettled(first.id)
    const known = { asked: mockProvider.requests.length, recorded: await countRecorded(db()) }
    const run = onNewThread()
    const commit = Promise.withResolvers<void>()
    committed = commit.promise

    const launching = executor.launch(start(run))
    await wait(LONG_MS)
    const before = { asked: mockProvider.requests.length, recorded: await countRecorded(db()) }
    commit.resolve()
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
    await executor.launch(start(first))
    await executor.waitUntilSettled(first.id)
    const run = { ...onNewThread(), threadId: first.threadId, isFirst: true }

    await executor.launch(start(run))
    const events = await readAll(executor, run.id)

    expect(mockProvider.requests).toHaveLength(2)
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
    expect(events.at(-1)?.body).toMatchObject({ type: 'status', status: 'success' })
    const checkpoints = await db().selectFrom('checkpoints').selectAll().execute()
    const beginnings = checkpoints.filter((one) => one.parent_checkpoint_id === null)
    expect(beginnings).toHaveLength(1)
  })

  test('a run that finishes at once is stored in one transaction', async () => {
    const { executor } = await startExecutor(db())
    const { agentId } = newRun()
    let last = doneAtOnce()
    const statusAtLaunch = async () => {
      last = { ...doneAtOnce(), agentId }
      await executor.launch(start(last))
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
    await executor.launch(start(first))
    await executor.waitUntilSettled(first.id)
    const { threadId, agentId } = first
    const run = { ...doneAtOnce(), threadId, agentId, isFirst: true }

    await executor.launch(start(run))
    await executor.waitUntilSettled(run.id)

    const checkpoints = await db().selectFrom('checkpoints').selectAll().execute()
    const beginnings = checkpoints.filter((one) => one.parent_checkpoint_id === null)
    expect(beginnings).toHaveLength(1)
    expect(await findRun(db(), DEFAULT_WORKSPACE, run.id)).toMatchObject({ status: 'success' })
  })

  test('a run prepared while its row is inserted never exists if its thread is busy', async () => {
    const { executor } = await startExecutor(db(), { isStarted: false })
    const busy = await queueRun(db())
    const run = { ...doneAtOnce(), threadId: busy.threadId, isFirst: true }

    const inserted = await executor.launch(start(run))

    expect(inserted).toMatchObject({ type: 'thread-busy', runId: busy.id })
    expect(await countRecorded(db())).toBe(0)
    expect(executor.counts()).toEqual({ running: 0, queued: 0 })
  })

  test('leaves nothing behind if it cannot be stored', async () => {
    const { executor, mockProvider, lines } = await startExecutor(db(), { isStarted: false })
    const run = onNewThread()
    await queueRun(db(), { ...run, graph: { hash: 'other', document: answering() } })
    await cancelRun(db(), DEFAULT_WORKSPACE, run.id)

    await expect(executor.launch(start(run))).rejects.toThrow(/unique/i)
    await wait(LONG_MS)

    expect(mockProvider.requests).toEqual([])
    expect(await countRecorded(db())).toBe(0)
    expect(executor.counts()).toEqual({ running: 0, queued: 0 })
    expect(lines).toEqual([])
  })
})

describeDatabases('the state machine of a run', (db) => {
  type Held = { isOver?: boolean; isNewThread?: boolean; agentId?: string }

  /** A run whose insert and engine wait for the test. */
  const createHeld = ({ isOver = false, isNewThread = true, ...fields }: Held = {}) => {
    const commit = Promise.withResolvers<void>()
    const answer = Promise.withResolvers<void>()
    const executions: (boolean | undefined)[] = []
    const run = { ...doneAtOnce(), ...fields, isFirst: true }
    const log = createLog('info', { write() {} })
    const engine: Engine = {
      async execute({ isNewThread }, sink) {
        executions.push(isNewThread)
        if (isOver) return success
        await sink.stored?.()
        await answer.promise
        return success
      },
      recordUnbegun: () => Promise.reject(new Error('Not called')),
      updateState: () => Promise.reject(new Error('Not called')),
    }
    const deps: LifecycleDeps = {
      db: db(),
      loadEngine: async () => engine,
      log,
      limits: Limits.parse({}),
      writer: createWriter({ db: db(), log, onStored() {} }),
      owner: 'this process',
      async insertRun(...insert) {
        const inserted = await insertRun(...insert)
        await commit.promise
        return inserted.type === 'inserted' ? { ...inserted, isNewThread } : inserted
      },
      onDeadline() {},
      onOutcome() {},
    }
    const lease = { owner: deps.owner, expiresAt: Date.now() * 2_000, events: EVENT_BLOCK }
    const lifecycle = RunLifecycle.create(deps, { workspaceId: DEFAULT_WORKSPACE, run }, lease)
    return { run, lifecycle, executions, commit: commit.resolve, answer: answer.resolve }
  }
  const statusOf = async (id: string) => (await findRun(db(), DEFAULT_WORKSPACE, id))?.status

  test('passes through each state once', async () => {
    const { run, lifecycle, executions, commit, answer } = createHeld()
    const states = [lifecycle.state]

    const starting = lifecycle.start()
    states.push(lifecycle.state)
    await nextTurn()
    states.push(lifecycle.state)
    commit()
    await starting
    states.push(lifecycle.state)
    answer()
    await lifecycle.done
    states.push(lifecycle.state)

    expect(states).toEqual(['pending', 'pending', 'storing', 'executing', 'settled'])
    expect(executions).toEqual([true])
    expect(await statusOf(run.id)).toBe('success')
  })

  test('settles with its insert if the run is over before', async () => {
    const first = createHeld({ isOver: true })
    first.commit()
    await first.lifecycle.start()
    await first.lifecycle.done
    // The name of the agent is cached now, so this run is over within its first turn.
    const { run, lifecycle } = createHeld({ isOver: true, agentId: first.run.agentId })

    const inserted = await lifecycle.start()
    await lifecycle.done

    expect(inserted).toMatchObject({ type: 'inserted', isNewThread: true })
    expect(lifecycle).toMatchObject({ state: 'settled', isStoredWithOutcome: true })
    expect(await statusOf(run.id)).toBe('success')
  })

  test('executes again if the thread has checkpoints', async () => {
    const { lifecycle, executions, commit, answer } = createHeld({ isNewThread: false })

    const starting = lifecycle.start()
    commit()
    answer()
    await starting
    await lifecycle.done

    expect(lifecycle.state).toBe('settled')
    expect(executions).toEqual([true, false])
  })

  test('the state machine of a run is refused if the thread is busy', async () => {
    const { run, lifecycle, commit } = createHeld()
    const busy = await queueRun(db(), { threadId: run.threadId })

    const starting = lifecycle.start()
    commit()

    expect(await starting).toMatchObject({ type: 'thread-busy', runId: busy.id })
    await lifecycle.done
    expect(lifecycle.state).toBe('refused')
    expect(await statusOf(run.id)).toBeUndefined()
  })

  test('the state machine of a run is lost if another process takes the run over', async () => {
    const { run, lifecycle, commit, answer } = createHeld()
    const starting = lifecycle.start()
    commit()
    await starting

    await db().updateTable('runs').set({ attempt: 2, lease_owner: 'another' }).execute()
    answer()
    await lifecycle.done

    expect(lifecycle).toMatchObject({ state: 'lost', finalStatus: null })
    expect(await statusOf(run.id)).toBe('running')
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
  await executor.waitUntilSettled(run.id)

  expect(await findRun(db, DEFAULT_WORKSPACE, run.id)).toMatchObject({
    status: 'success',
    attempt: 2,
    output: { answer: 'Yes.' },
  })
  expect(mockProvider.requests).toHaveLength(2)
})
