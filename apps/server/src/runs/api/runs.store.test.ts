import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { toJson } from '../../platform/db/json.ts'
import { DEFAULT_WORKSPACE } from '../../platform/db/schema.ts'
import { describeDatabases } from '../../testing/databases.ts'
import { emptyDocument, newRun, queueRun } from '../../testing/run-factory.ts'
import { BlockBuffer } from '../../platform/db/value-blocks/block-buffer.ts'
import { listRunEvents, toEventsRow } from './run-events.store.ts'
import { cancelRun, findRun, findRunGraph, listRuns, resumeRun } from './runs.store.ts'
import { insertPending, insertRun, newRow } from '../start/start-run.store.ts'

const elsewhere = uuidv7()

describeDatabases('the runs store', (db) => {
  describe('starting', () => {
    test('queues a run with its thread and its document', async () => {
      const run = newRun({ title: 'Research', input: { topic: 'tides' }, version: 3 })

      const inserted = await insertPending(db(), { workspaceId: DEFAULT_WORKSPACE, run }, 10)

      expect(inserted.type).toBe('inserted')
      expect(await findRun(db(), DEFAULT_WORKSPACE, run.id)).toMatchObject({
        id: run.id,
        status: 'pending',
        attempt: 1,
        version: 3,
        title: 'Research',
        input: { topic: 'tides' },
        output: null,
        startedAt: null,
        queuePosition: 0,
      })
      expect(await findRunGraph(db(), DEFAULT_WORKSPACE, run.id)).toEqual(emptyDocument)
      expect(await db().selectFrom('threads').select(['id', 'title']).execute()).toEqual([
        { id: run.threadId, title: 'Research' },
      ])
    })

    test('rejects a second live run of a thread and names the first', async () => {
      const first = await queueRun(db())

      const run = newRun({ threadId: first.threadId })
      const second = await insertPending(db(), { workspaceId: DEFAULT_WORKSPACE, run }, 10)

      expect(second).toEqual({ type: 'thread-busy', runId: first.id, status: 'pending' })
    })

    test('retries when the live run ends during the insert', async () => {
      const first = await queueRun(db())
      const second = newRun({ threadId: first.threadId })
      const ending = db().withPlugin({
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => {
          const isOther = result.rows.some(({ id }) => id === first.id)
          if (!isOther || !(await cancelRun(db(), DEFAULT_WORKSPACE, first.id))) return result
          return { ...result, rows: [] }
        },
      })

      expect(
        await insertPending(ending, { workspaceId: DEFAULT_WORKSPACE, run: second }, 10),
      ).toMatchObject({
        type: 'inserted',
        row: { id: second.id },
      })
    })

    test('fails if the run id exists', async () => {
      const first = await queueRun(db())
      await cancelRun(db(), DEFAULT_WORKSPACE, first.id)

      await expect(
        insertPending(db(), { workspaceId: DEFAULT_WORKSPACE, run: newRun({ id: first.id }) }, 10),
      ).rejects.toThrow(/unique/i)
    })

    test('rejects a run when the queue is full and stores nothing', async () => {
      await queueRun(db())
      const run = newRun()

      expect(await insertPending(db(), { workspaceId: DEFAULT_WORKSPACE, run }, 1)).toEqual({
        type: 'overloaded',
      })
      expect(await findRun(db(), DEFAULT_WORKSPACE, run.id)).toBeUndefined()
      expect(await db().selectFrom('threads').selectAll().execute()).toHaveLength(1)
    })

    test('stores a run that executes at once as running', async () => {
      const run = newRun()
      const lease = { owner: 'me', expiresAt: Date.now() * 2_000, events: 10 }

      const start = { workspaceId: DEFAULT_WORKSPACE, run }
      await insertRun(db(), newRow(start, lease), start, 0)

      expect(await findRun(db(), DEFAULT_WORKSPACE, run.id)).toMatchObject({
        status: 'running',
        startedAt: expect.any(Number),
        queuePosition: null,
      })
    })

    test('accepts a run on a thread without a live run', async () => {
      const first = await queueRun(db())
      await cancelRun(db(), DEFAULT_WORKSPACE, first.id)

      const second = newRun({ threadId: first.threadId, title: 'Again' })

      expect(
        await insertPending(db(), { workspaceId: DEFAULT_WORKSPACE, run: second }, 10),
      ).toMatchObject({
        type: 'inserted',
        row: { id: second.id },
      })
      expect(await db().selectFrom('threads').select('title').execute()).toEqual([
        { title: 'A run' },
      ])
    })
  })

  describe('listing', () => {
    test('returns the newest first, one row past the limit', async () => {
      const runs = [await queueRun(db()), await queueRun(db()), await queueRun(db())]

      const listed = await listRuns(db(), DEFAULT_WORKSPACE, { limit: 1 })

      expect(listed.map(({ id }) => id)).toEqual([runs[2]?.id, runs[1]?.id])
    })

    test('filters by thread and status and returns the queue position', async () => {
      await queueRun(db())
      const waiting = await queueRun(db())
      await cancelRun(db(), DEFAULT_WORKSPACE, (await queueRun(db())).id)

      const pending = await listRuns(db(), DEFAULT_WORKSPACE, { status: ['pending'], limit: 10 })
      const ofThread = await listRuns(db(), DEFAULT_WORKSPACE, {
        threadId: waiting.threadId,
        limit: 10,
      })

      expect(pending.map(({ queuePosition }) => queuePosition)).toEqual([1, 0])
      expect(ofThread.map(({ id }) => id)).toEqual([waiting.id])
    })

    test('hides runs of another workspace', async () => {
      const run = await queueRun(db())

      expect(await listRuns(db(), elsewhere, { limit: 10 })).toEqual([])
      expect(await findRun(db(), elsewhere, run.id)).toBeUndefined()
      expect(await findRunGraph(db(), elsewhere, run.id)).toBeUndefined()
      expect(await cancelRun(db(), elsewhere, run.id)).toBe(false)
    })
  })

  describe('ending and resuming', () => {
    test('cancels a live run once', async () => {
      const run = await queueRun(db())

      expect(await cancelRun(db(), DEFAULT_WORKSPACE, run.id)).toBe(true)
      expect(await cancelRun(db(), DEFAULT_WORKSPACE, run.id)).toBe(false)
      expect(await findRun(db(), DEFAULT_WORKSPACE, run.id)).toMatchObject({
        status: 'cancelled',
        endedAt: expect.any(Number),
        queuePosition: null,
      })
    })

    test('resumes only if the interrupts are unchanged', async () => {
      const { id } = await queueRun(db())
      const interrupts = [
        {
          kind: 'breakpoint' as const,
          nodes: [],
          id: 'a',
          node: 'n',
          title: 't',
          createdAt: 1,
          when: 'before' as const,
        },
      ]
      await db()
        .updateTable('runs')
        .set({ status: 'interrupted', interrupts: toJson(interrupts) })
        .execute()
      const answers = { a: { kind: 'breakpoint' as const } }

      const stale = await resumeRun(db(), DEFAULT_WORKSPACE, { id, interrupts: [] }, answers)
      const first = await resumeRun(db(), DEFAULT_WORKSPACE, { id, interrupts }, answers)
      const second = await resumeRun(db(), DEFAULT_WORKSPACE, { id, interrupts }, answers)

      expect([stale, first, second]).toEqual([false, true, false])
      expect(await findRun(db(), DEFAULT_WORKSPACE, id)).toMatchObject({
        status: 'pending',
        interrupts: [],
      })
    })
  })

  test('returns events in order after a sequence number', async () => {
    const { id } = await queueRun(db())
    const event = (seq: number) => ({
      seq,
      at: seq,
      body: { type: 'status' as const, status: 'running' as const, attempt: 1, error: null },
    })
    const rows = [[event(1), event(2)], [event(3)], [event(10_001)]].map((events) =>
      toEventsRow({ runId: id, events }, new BlockBuffer()),
    )
    await db().insertInto('run_events').values(rows).execute()

    const after = async (seq: number) =>
      (await listRunEvents(db(), id, seq)).map((read) => read.seq)

    expect(await after(0)).toEqual([1, 2, 3, 10_001])
    expect(await after(1)).toEqual([2, 3, 10_001])
    expect(await after(3)).toEqual([10_001])
    expect(await after(10_001)).toEqual([])
  })
})
