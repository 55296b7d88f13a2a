import { toIso } from '@lathe/traces'
import { Client } from 'pg'
import { v7 } from 'uuid'
import { expect, onTestFinished, test } from 'vitest'
import { createPartSerializer } from '../store/serialized-part.ts'
import type { Db } from '../../platform/db/db.ts'
import { openDatabase } from '../../platform/db/open.ts'
import { DEFAULT_WORKSPACE } from '../../platform/db/schema.ts'
import { createDatabase } from '../../testing/databases.ts'
import { readRunOrThrow } from '../../testing/langsmith-runs.ts'
import { type IngestBatch, createIngestBatch, addRejection } from './ingest-batch.ts'
import { createIngest } from './ingest.ts'

/** Two processes on one database, and a connection that can block them. */
async function started() {
  const { config, remove } = await createDatabase('postgres')
  const one = await openDatabase(config)
  const two = await openDatabase(config)
  const other = new Client({ connectionString: config.url ?? '' })
  await other.connect()
  onTestFinished(async () => {
    await Promise.all([one.close(), two.close(), other.end()])
    await remove()
  })
  const waiting = async () => {
    const { rows } = await other.query<{ count: string }>(
      `select count(*) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
    )
    return Number(rows[0]?.count)
  }
  /** Waits until so many queries are blocked, or this one finished. */
  const heldUp = async (count: number, one: Promise<unknown>) => {
    let isDone = false
    void one.then(() => (isDone = true))
    await expect.poll(async () => isDone || (await waiting()) === count).toBe(true)
  }
  return { one, two, other, heldUp }
}

const store = (db: Db, delivery: IngestBatch) =>
  createIngest({
    db,
    prices: { of: async () => () => ({ total: null, input: null, output: null, priceId: null }) },
    queueBytes: 1_000_000,
  }).store(delivery)

const root = v7()
const call = v7()

const spans = (): IngestBatch => {
  const run = (id: string, parent: string | null) => ({
    id,
    trace_id: root,
    parent_run_id: parent,
    name: 'run',
    run_type: 'chain',
    start_time: toIso(1_780_000_000_000_000),
    session_name: 'shop',
  })
  const runs = [run(root, null), run(call, root)]
  const carry = createPartSerializer()
  return { ...createIngestBatch('langsmith'), parts: runs.map((one) => carry(readRunOrThrow(one))) }
}

const said = (place: { span_id: string; trace_id?: string }, id = v7()) => ({
  id,
  trace_id: null,
  project_id: null,
  comparative_id: null,
  key: 'helpful',
  score: 'true',
  value: null,
  comment: null,
  correction: null,
  source: '{"type":"api"}',
  extra: null,
  created_at: 1,
  modified_at: 1,
  ...place,
})

const feedback = (...rows: IngestBatch['feedback']): IngestBatch => ({
  ...createIngestBatch('langsmith'),
  feedback: rows,
})

/** Rejections are written last. */
const withRejection = (delivery: IngestBatch): IngestBatch => {
  addRejection(delivery, 'item', 'field', 'cannot be read', '')
  return delivery
}
const HOLD_LAST = 'begin; lock table rejected_items in access exclusive mode'

const placesOf = async (db: Db) => {
  const rows = await db
    .selectFrom('feedback')
    .leftJoin('projects', 'projects.id', 'feedback.project_id')
    .select(['feedback.trace_id', 'projects.name'])
    .where('feedback.workspace_id', '=', DEFAULT_WORKSPACE)
    .where('feedback.span_id', '=', call)
    .execute()
  return rows.map((row) => [row.trace_id, row.name])
}

test.each([
  ['names its trace', { span_id: call, trace_id: root }],
  ['names its span alone', { span_id: call }],
])('feedback that %s finds a trace that another process is storing', async (_, place) => {
  const { one, two, other, heldUp } = await started()
  await other.query(HOLD_LAST)
  const storing = store(one, withRejection(spans()))
  await heldUp(1, storing)

  const saying = store(two, feedback(said(place)))
  await heldUp(2, saying)
  await other.query('rollback')
  await Promise.all([storing, saying])

  expect(await placesOf(one)).toEqual([[root, 'shop']])
})

test('a trace finds feedback on it that another process is storing', async () => {
  const { one, two, other, heldUp } = await started()
  await other.query(HOLD_LAST)
  const saying = store(two, withRejection(feedback(said({ span_id: call, trace_id: root }))))
  await heldUp(1, saying)

  const storing = store(one, spans())
  await heldUp(2, storing)
  await other.query('rollback')
  await Promise.all([storing, saying])

  expect(await placesOf(one)).toEqual([[root, 'shop']])
})

test('a trace finds feedback on one of its spans that another process is storing', async () => {
  const { one, two, other, heldUp } = await started()
  const known = said({ span_id: v7() })
  await store(two, feedback(known))
  await other.query('begin')
  await other.query('update feedback set modified_at = 2')
  const saying = store(two, feedback(said({ span_id: call }), known))
  await heldUp(1, saying)

  const storing = store(one, spans())
  await heldUp(2, storing)
  await other.query('rollback')
  await Promise.all([storing, saying])

  expect(await placesOf(one)).toEqual([[root, 'shop']])
})
