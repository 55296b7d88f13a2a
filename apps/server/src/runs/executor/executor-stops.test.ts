import { describe, expect, test } from 'vitest'
import type { RunEvent } from '@lathe/contract'
import { findTrace } from '../../traces/query/read-traces.ts'
import { DEFAULT_WORKSPACE } from '../../platform/db/schema.ts'
import { cancelRun, findRun } from '../api/runs.store.ts'
import { describeDatabases } from '../../testing/databases.ts'
import { answering, chained } from '../../testing/runnable-documents.ts'
import { readAll, startExecutor } from '../../testing/executor-harness.ts'
import { queueRun } from '../../testing/run-factory.ts'

const typesOf = (events: RunEvent[]) => events.map(({ body }) => body.type)
const statusesOf = (events: RunEvent[]) =>
  events.flatMap(({ body }) => (body.type === 'status' ? [body.status] : []))
const seqsOf = (events: RunEvent[]) => events.map(({ seq }) => seq)

describeDatabases('the executor, asked to stop,', (db) => {
  const find = async (id: string) => {
    const run = await findRun(db(), DEFAULT_WORKSPACE, id)
    if (!run) throw new Error(`There is no run ${id}`)
    return run
  }

  describe('cancelling', () => {
    const slow = { script: [{ reply: { tokens: 60, fault: 'stall' } }] }

    test('aborts the model call in flight, keeps partial output and stays cancelled', async () => {
      const { executor, queue, mockProvider } = await startExecutor(db(), slow)
      const { id } = await queue(answering(), { question: 'Tides?' })
      const reader = executor.events(id, { after: 0, until: 'ended' })
      const read: RunEvent[] = []
      for await (const event of reader) {
        read.push(event)
        if (typesOf(read).filter((type) => type === 'token').length !== 1) continue
        await cancelRun(db(), DEFAULT_WORKSPACE, id)
        executor.abort(id)
      }

      expect(statusesOf(read)).toEqual(['running', 'cancelled'])
      expect(typesOf(read)).toContain('message')
      await expect.poll(() => mockProvider.requests[0]?.outcome).toBe('left')
      expect(await find(id)).toMatchObject({ status: 'cancelled', output: null })
      expect(await readAll(executor, id)).toEqual(read)
    })

    test('reaches a run of another process', async () => {
      const { executor, queue, mockProvider } = await startExecutor(db(), slow)
      const other = await startExecutor(db(), { mockProvider, isStarted: false })
      const { id } = await queue(answering(), { question: 'Tides?' })
      await expect.poll(() => mockProvider.requests.length).toBe(1)

      await cancelRun(db(), DEFAULT_WORKSPACE, id)
      other.executor.abort(id)

      await expect.poll(() => mockProvider.requests[0]?.outcome).toBe('left')
      expect(statusesOf(await readAll(executor, id))).toEqual(['running', 'cancelled'])
    })

    test('ends a pending run', async () => {
      const { executor } = await startExecutor(db(), { isStarted: false })
      const { id } = await queueRun(db())

      await cancelRun(db(), DEFAULT_WORKSPACE, id)
      executor.abort(id)

      expect(await readAll(executor, id)).toMatchObject([
        { seq: 1, body: { type: 'status', status: 'cancelled' } },
      ])
    })
  })

  describe('stopping', () => {
    test('lets runs reach a checkpoint, from which the next process continues', async () => {
      const { executor, queue, mockProvider } = await startExecutor(db())
      const answer = mockProvider.hold('one: ')
      const { id } = await queue(chained(['one', 'two']), { question: 'x' })
      await expect.poll(() => mockProvider.requests.length).toBe(1)

      const drained = executor.drain(60_000)
      answer()
      await drained
      const between = await find(id)
      const next = await startExecutor(db(), { mockProvider })
      await next.executor.waitUntilSettled(id)

      expect(between).toMatchObject({ status: 'pending', attempt: 1 })
      expect(await find(id)).toMatchObject({ status: 'success', attempt: 1 })
      expect(mockProvider.requests).toHaveLength(2)
      const events = await readAll(next.executor, id)
      expect(statusesOf(events)).toEqual(['running', 'pending', 'running', 'success'])
      expect(seqsOf(events)).toEqual(events.map((_, index) => index + 1))
    })

    test('leaves no run behind that was being claimed', async () => {
      const { executor, queue, mockProvider } = await startExecutor(db())
      const answer = mockProvider.hold('')
      const { id } = await queue(answering(), { question: 'x' })

      await executor.drain(50)

      expect(await find(id)).toMatchObject({ status: 'pending' })
      expect(executor.counts()).toMatchObject({ running: 0 })
      answer()
      const asked = mockProvider.requests.length
      const next = await startExecutor(db(), { mockProvider })
      await next.executor.waitUntilSettled(id)
      expect(mockProvider.requests).toHaveLength(asked + 1)
    })

    test('aborts runs at its time limit so that they are repeated later', async () => {
      const { executor, queue, mockProvider } = await startExecutor(db())
      const answer = mockProvider.hold('')
      const { id } = await queue(answering(), { question: 'x' })
      await expect.poll(() => mockProvider.requests.length).toBe(1)

      await executor.drain(50)
      const between = await find(id)
      answer()
      const next = await startExecutor(db(), { mockProvider })
      await next.executor.waitUntilSettled(id)

      expect(between.status).toBe('pending')
      expect(await find(id)).toMatchObject({ status: 'success' })
      expect(mockProvider.requests).toHaveLength(2)
      const { spans } = (await findTrace(db(), DEFAULT_WORKSPACE, id)) ?? { spans: [] }
      expect(spans.filter(({ endedAt }) => endedAt === null)).toEqual([])
    })
  })
})
