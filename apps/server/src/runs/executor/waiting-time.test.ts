import type { RunOptions } from '@lathe/contract'
import { parseFilter } from '@lathe/traces'
import { expect, test } from 'vitest'
import { listTraces } from '../../traces/query/list/list-traces.ts'
import { metricsSeries } from '../../traces/metrics/metric-points.ts'
import { findTrace } from '../../traces/query/read-traces.ts'
import { DEFAULT_WORKSPACE } from '../../platform/db/schema.ts'
import { cancelRun, findRun, resumeRun } from '../api/runs.store.ts'
import { describeDatabases } from '../../testing/databases.ts'
import { answering, asking } from '../../testing/runnable-documents.ts'
import { startExecutor } from '../../testing/executor-harness.ts'
import { now } from '../../platform/time.ts'

const TWO_MINUTES = 120_000_000

describeDatabases('time that a run waits for a human', (db) => {
  /** A run that started and was interrupted two minutes ago. */
  const pause = async (document = asking(), options: RunOptions = {}) => {
    const { executor, queue } = await startExecutor(db(), { script: [{ reply: 'The moon.' }] })
    const { id } = await queue(document, { question: 'Release it?' }, { options })
    await executor.waitUntilSettled(id)
    await db()
      .updateTable('runs')
      .set((eb) => ({
        started_at: eb('started_at', '-', TWO_MINUTES),
        paused_at: eb('paused_at', '-', TWO_MINUTES),
      }))
      .execute()
    for (const table of ['spans', 'traces'] as const)
      await db()
        .updateTable(table)
        .set((eb) => ({ started_at: eb('started_at', '-', TWO_MINUTES) }))
        .execute()
    const answer = async () => {
      const run = await findRun(db(), DEFAULT_WORKSPACE, id)
      const [interrupt] = run?.interrupts ?? []
      if (!run || !interrupt) throw new Error('The run does not wait')
      const ask = { kind: 'ask', decision: 'yes', values: {} } as const
      const answers = {
        [interrupt.id]: interrupt.kind === 'ask' ? ask : ({ kind: 'breakpoint' } as const),
      }
      await resumeRun(db(), DEFAULT_WORKSPACE, run, answers)
      executor.wake()
      await executor.waitUntilSettled(id)
    }
    return { id, answer, executor }
  }
  const read = async (id: string) => (await findTrace(db(), DEFAULT_WORKSPACE, id))?.trace

  test('waiting for a human is excluded from latency in traces, charts and filters', async () => {
    const { id, answer } = await pause()

    await answer()

    const trace = await read(id)
    expect(trace?.waitingMs).toBeGreaterThanOrEqual(120_000)
    expect(trace?.activeMs).toBeLessThan(60_000)
    const range = { from: now() - 2 * 3_600_000_000, to: now() + 1 }
    const { total } = await metricsSeries(db(), DEFAULT_WORKSPACE, range, 'hour')
    expect(total.latency.p95).toBeLessThan(60_000)
    const matching = async (filter: string) => {
      const { terms } = parseFilter(filter)
      return (await listTraces(db(), DEFAULT_WORKSPACE, { terms, limit: 5 }))?.items.length
    }
    expect([await matching('latency:>1min'), await matching('latency:<1min')]).toEqual([0, 1])
  })

  test('waiting for a human is excluded from the time to first token', async () => {
    const { id, answer } = await pause(answering(), { interruptBefore: ['reply'] })

    await answer()

    const trace = await read(id)
    expect(trace?.waitingMs).toBeGreaterThanOrEqual(120_000)
    expect(trace?.firstTokenMs).toBeLessThan(60_000)
    const range = { from: now() - 2 * 3_600_000_000, to: now() + 1 }
    const { total } = await metricsSeries(db(), DEFAULT_WORKSPACE, range, 'hour')
    expect(total.firstToken.p95).toBeLessThan(60_000)
  })

  test('ends when the run is cancelled', async () => {
    const { id, executor } = await pause()

    await cancelRun(db(), DEFAULT_WORKSPACE, id)
    executor.abort(id)

    await expect
      .poll(async () => await read(id))
      .toMatchObject({ status: 'cancelled', activeMs: expect.any(Number) })
    const trace = await read(id)
    expect(trace?.waitingMs).toBeGreaterThanOrEqual(120_000)
    expect(trace?.activeMs).toBeLessThan(60_000)
  })
})
