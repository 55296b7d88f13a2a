import { describe, expect, test } from 'vitest'
import type { RunEvent } from '@lathe/contract'
import { hashDocument } from '@lathe/graph'
import { findTrace } from '../../traces/query/read-traces.ts'
import { DEFAULT_WORKSPACE } from '../../platform/db/schema.ts'
import { cancelRun, findRun, resumeRun } from '../api/runs.store.ts'
import { describeDatabases } from '../../testing/databases.ts'
import { settingDocument } from '../../testing/documents.ts'
import { answering, asking } from '../../testing/runnable-documents.ts'
import { readAll, startExecutor } from '../../testing/executor-harness.ts'
import { queueRun } from '../../testing/run-factory.ts'

const typesOf = (events: RunEvent[]) => events.map(({ body }) => body.type)
const statusesOf = (events: RunEvent[]) =>
  events.flatMap(({ body }) => (body.type === 'status' ? [body.status] : []))
const seqsOf = (events: RunEvent[]) => events.map(({ seq }) => seq)

describeDatabases('the executor', (db) => {
  const find = async (id: string) => {
    const run = await findRun(db(), DEFAULT_WORKSPACE, id)
    if (!run) throw new Error(`There is no run ${id}`)
    return run
  }

  describe('executing', () => {
    test('runs a pending run to its end with a trace', async () => {
      const { executor, queue } = await startExecutor(db(), { script: [{ reply: 'The moon.' }] })

      const { id } = await queue(answering(), { question: 'Tides?' }, { title: 'Tides?' })
      await executor.waitUntilSettled(id)

      expect(await find(id)).toMatchObject({
        status: 'success',
        output: { answer: 'The moon.' },
        startedAt: expect.any(Number),
        endedAt: expect.any(Number),
        firstTokenAt: expect.any(Number),
        usage: { output: expect.any(Number) },
        queuePosition: null,
      })
      const found = await findTrace(db(), DEFAULT_WORKSPACE, id)
      expect(found?.trace).toMatchObject({ status: 'success', runId: id, title: 'Tides?' })
      expect(found?.spans.map(({ kind, status }) => [kind, status])).toEqual([
        ['agent', 'success'],
        ['chain', 'success'],
        ['model', 'success'],
      ])
    })

    test('ends a run with a trace if its processes died before storing anything', async () => {
      const document = answering()
      const { id } = await queueRun(db(), {
        graph: { hash: hashDocument(document), document },
        input: { question: 'Tides?' },
        title: 'Tides?',
      })
      await db()
        .updateTable('runs')
        .set({ status: 'running', attempt: 2, lease_owner: 'gone', lease_until: 0 })
        .execute()

      const { executor } = await startExecutor(db(), { limits: { runAttempts: 2 } })
      await executor.waitUntilSettled(id)

      const error = { code: 'CRASHED', message: expect.stringContaining('repeatedly') }
      expect(await find(id)).toMatchObject({ status: 'error', error })
      const found = await findTrace(db(), DEFAULT_WORKSPACE, id)
      expect(found?.trace).toMatchObject({ status: 'error', runId: id, title: 'Tides?' })
      expect(found?.spans).toMatchObject([{ kind: 'agent', status: 'error', error }])
      const events = await readAll(executor, id)
      expect(statusesOf(events).at(-1)).toBe('error')
    })

    test('stores the error of a failed run', async () => {
      const { executor, queue } = await startExecutor(db(), { settings: { fault: '401' } })

      const { id } = await queue(answering(), { question: 'Tides?' })
      await executor.waitUntilSettled(id)

      expect(await find(id)).toMatchObject({
        status: 'error',
        error: { code: 'AUTHENTICATION', node: 'reply' },
        output: null,
      })
    })

    test('limits concurrent runs and starts the oldest first', async () => {
      const { executor, mockProvider, queue } = await startExecutor(db(), {
        limits: { runsAtOnce: 2 },
      })
      const answer = mockProvider.hold('')

      const runs = []
      for (let i = 0; i < 5; i++) runs.push(await queue(answering(), { question: `${i}` }))
      await expect.poll(() => mockProvider.requests.length).toBe(2)
      expect(executor.counts()).toMatchObject({ running: 2 })
      answer()
      await Promise.all(runs.map(({ id }) => executor.waitUntilSettled(id)))

      const found = await Promise.all(runs.map(({ id }) => find(id)))
      expect(found.map(({ status }) => status)).toEqual(Array(5).fill('success'))
      const starts = found.map(({ startedAt }) => startedAt ?? 0)
      expect(starts).toEqual(starts.toSorted((a, b) => a - b))
    })

    test('claims pending runs at its start', async () => {
      const document = settingDocument()
      const { id } = await queueRun(db(), {
        graph: { hash: 'waiting', document },
        input: { question: 'x' },
      })

      const { executor } = await startExecutor(db())
      await executor.waitUntilSettled(id)

      expect(await find(id)).toMatchObject({ status: 'success', output: { answer: 'done: x' } })
    })
  })

  describe('events', () => {
    test('live and later readers receive the same events', async () => {
      const { executor, queue } = await startExecutor(db())
      const { id } = await queue(answering(), { question: 'Tides?' })

      const live = await readAll(executor, id)
      const later = await readAll(executor, id)

      expect(statusesOf(live)).toEqual(['running', 'success'])
      expect(seqsOf(live)).toEqual(live.map((_, index) => index + 1))
      expect(later).toEqual(live)
    })

    test('run events continue after a given sequence number without gaps or repeats', async () => {
      const { executor, queue } = await startExecutor(db(), {
        script: [{ reply: { tokens: 60, tokensPerSecond: 400 } }],
      })
      const { id } = await queue(answering(), { question: 'Tides?' })

      const read: RunEvent[] = []
      while (!read.some(({ body }) => body.type === 'status' && body.status === 'success')) {
        for await (const event of executor.events(id, {
          after: read.at(-1)?.seq ?? 0,
          until: 'ended',
        })) {
          read.push(event)
          if (read.length % 7 === 0) break
        }
      }

      expect(seqsOf(read)).toEqual(read.map((_, index) => index + 1))
      expect(read).toEqual(await readAll(executor, id))
    })

    test('run events stop when the reader disconnects', async () => {
      const { executor, queue } = await startExecutor(db(), {
        settings: { fault: 'timeout' },
      })
      const { id } = await queue(answering(), { question: 'Tides?' })
      const left = new AbortController()
      const { signal } = left

      const read: RunEvent[] = []
      for await (const event of executor.events(id, { after: 0, until: 'ended', signal })) {
        read.push(event)
        left.abort()
      }

      expect(statusesOf(read)).toEqual(['running'])
    })

    test('run events reach a reader in another process', async () => {
      const { executor, queue, mockProvider } = await startExecutor(db(), {
        script: [{ reply: { tokens: 40, tokensPerSecond: 200 } }],
      })
      const other = await startExecutor(db(), { mockProvider, isStarted: false })
      const { id } = await queue(answering(), { question: 'Tides?' })

      const read = await readAll(other.executor, id)

      expect(read).toEqual(await readAll(executor, id))
      expect(typesOf(read)).toContain('token')
    })
  })

  describe('pauses', () => {
    test('paused runs wait for an answer that resumes them', async () => {
      const { executor, queue } = await startExecutor(db())
      const { id } = await queue(asking(), { question: 'Release it?' })
      await executor.waitUntilSettled(id)

      const paused = await find(id)
      const [interrupt] = paused.interrupts
      const answers = {
        [interrupt?.id ?? '']: { kind: 'ask', decision: 'yes', values: {} } as const,
      }
      expect(paused).toMatchObject({
        status: 'interrupted',
        interrupts: [{ message: 'Release it?' }],
      })
      expect(await resumeRun(db(), DEFAULT_WORKSPACE, paused, answers)).toBe(true)
      executor.wake()
      await executor.waitUntilSettled(id)

      expect(await find(id)).toMatchObject({
        status: 'success',
        output: { answer: 'yes' },
        attempt: 1,
      })
      const events = await readAll(executor, id)
      expect(statusesOf(events)).toEqual(['running', 'interrupted', 'running', 'success'])
      expect(seqsOf(events)).toEqual(events.map((_, index) => index + 1))
      expect(await readAll(executor, id, 0, 'settled')).toEqual(
        events.slice(0, typesOf(events).indexOf('status', 1) + 1),
      )
    })

    test('paused runs end only readers that wait for a settled run', async () => {
      const { executor, queue } = await startExecutor(db())
      const { id } = await queue(asking(), { question: 'Release it?' })

      const settled = await readAll(executor, id, 0, 'settled')

      expect(statusesOf(settled)).toEqual(['running', 'interrupted'])
      expect(await readAll(executor, id, settled.at(-1)?.seq, 'settled')).toEqual([])
    })

    test('paused runs answer themselves at the deadline', async () => {
      const { executor, queue } = await startExecutor(db())
      const { id } = await queue(asking(150), { question: 'Release it?' })

      const events = await readAll(executor, id)

      expect(statusesOf(events)).toEqual(['running', 'interrupted', 'running', 'success'])
      expect(await find(id)).toMatchObject({ output: { answer: 'timeout' } })
    })

    test('paused runs can be cancelled, which ends the trace', async () => {
      const { executor, queue } = await startExecutor(db())
      const { id } = await queue(asking(), { question: 'Release it?' })
      await executor.waitUntilSettled(id)

      await cancelRun(db(), DEFAULT_WORKSPACE, id)
      executor.abort(id)

      expect(statusesOf(await readAll(executor, id))).toEqual([
        'running',
        'interrupted',
        'cancelled',
      ])
      await expect
        .poll(async () => (await findTrace(db(), DEFAULT_WORKSPACE, id))?.trace)
        .toMatchObject({ status: 'cancelled', endedAt: expect.any(Number) })
    })
  })
})
