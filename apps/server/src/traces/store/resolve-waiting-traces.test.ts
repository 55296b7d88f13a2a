import { readRunOrThrow } from '../../testing/langsmith-runs.ts'
import { toIso } from '@lathe/traces'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { createIngestBatch } from '../ingest/ingest-batch.ts'
import { createIngest } from '../ingest/ingest.ts'
import { describeDatabases } from '../../testing/databases.ts'
import { DEFAULT_WORKSPACE } from '../../platform/db/schema.ts'
import { createPartSerializer } from './serialized-part.ts'
import { metricsGroups } from '../metrics/metric-groups.ts'
import { findTrace } from '../query/read-traces.ts'
import { HOUR } from '../metrics/rollup-rows.ts'
import { NOON } from './span.fixture.ts'

const SECOND = 1_000_000

describeDatabases('an interrupted trace of another program', (db) => {
  const send = async (second: number, thread: string, isPaused: boolean, project = 'support') => {
    const id = v7()
    const prices = { of: async () => () => ({ total: 0, input: 0, output: 0, priceId: 'p' }) }
    const ingest = createIngest({ db: db(), prices, queueBytes: 1_000_000 })
    const run = readRunOrThrow({
      id,
      trace_id: id,
      name: 'agent',
      run_type: 'chain',
      session_name: project,
      start_time: toIso(NOON + second * SECOND),
      end_time: toIso(NOON + (second + 1) * SECOND),
      outputs: isPaused ? { __interrupt__: [{ value: 'Send it?' }] } : { done: true },
      extra: { metadata: { thread_id: thread } },
    })
    await ingest.store({ ...createIngestBatch('langsmith'), parts: [createPartSerializer()(run)] })
    return async () => (await findTrace(db(), DEFAULT_WORKSPACE, id))?.trace.status
  }
  const statuses = async () => {
    const range = { from: NOON - HOUR, to: NOON + HOUR }
    const groups = await metricsGroups(db(), DEFAULT_WORKSPACE, range, { by: 'status' })
    return Object.fromEntries(
      groups.filter(({ total }) => total.runs > 0).map(({ key, total }) => [key, total.runs]),
    )
  }

  test('an interrupted trace of another program is resolved when its thread continues', async () => {
    const paused = await send(0, 'one', true)
    expect(await paused()).toBe('interrupted')

    await send(60, 'one', false)

    expect(await paused()).toBe('success')
    expect(await statuses()).toEqual({ success: 2 })
  })

  test('an interrupted trace that arrives late is resolved at once', async () => {
    await send(60, 'one', false)

    const paused = await send(0, 'one', true)

    expect(await paused()).toBe('success')
  })

  test.each([
    ['another thread', 'two', 'support'],
    ['the same thread id in another project', 'one', 'sales'],
  ])('stays interrupted after a trace of %s', async (_, thread, project) => {
    const paused = await send(0, 'one', true)

    await send(60, thread, false, project)

    expect(await paused()).toBe('interrupted')
    expect(await statuses()).toEqual({ interrupted: 1, success: 1 })
  })

  test('an interrupted trace of another program is interrupted again if the thread pauses again', async () => {
    const first = await send(0, 'one', true)

    const second = await send(60, 'one', true)

    expect([await first(), await second()]).toEqual(['success', 'interrupted'])
  })
})
