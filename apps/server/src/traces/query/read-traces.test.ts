import type { Exchange, SpanDetail } from '@lathe/contract'
import { expect, test } from 'vitest'
import { v7 as uuidv7 } from 'uuid'
import { describeDatabases } from '../../testing/databases.ts'
import type { Db } from '../../platform/db/db.ts'
import { DEFAULT_WORKSPACE } from '../../platform/db/schema.ts'
import { appendSpans } from '../store/append-spans.ts'
import { deleteTrace } from '../store/delete-trace.ts'
import { appendExchanges, listExchanges } from '../store/exchanges.ts'
import { listTraces, type TraceFilter } from './list/list-traces.ts'
import { findSpan } from './read-details.ts'
import { findTrace } from './read-traces.ts'
import { insertAgent, makeRun, makeSpan, ms, NOON } from '../store/span.fixture.ts'
import type { TraceContext } from '../store/trace-context.ts'

const w = DEFAULT_WORKSPACE

const insertTrace = async (
  db: Db,
  span: Partial<SpanDetail> = {},
  context: TraceContext = {},
): Promise<string> => {
  const root = makeSpan(span)
  await appendSpans(db, w, [root], context)
  return root.traceId
}

const idsOf = async (db: Db, filter: Partial<TraceFilter>) =>
  (await listTraces(db, w, { limit: 50, ...filter }))?.items.map(({ id }) => id)

const makeExchange = (traceId: string, overrides: Partial<Exchange> = {}): Exchange => ({
  id: uuidv7(),
  traceId,
  spanId: null,
  kind: 'tool',
  name: 'calculator',
  address: { path: ['answer'], superstep: 1, branch: null, ordinal: 0 },
  fingerprint: 'f',
  attempt: 1,
  startedAt: NOON,
  durationMs: 1.5,
  error: null,
  content: { type: 'call', request: { a: 1 }, result: 'x'.repeat(5_000) },
  ...overrides,
})

describeDatabases('trace list', (db) => {
  test('starts with the newest', async () => {
    const old = await insertTrace(db(), { startedAt: NOON })
    const newest = await insertTrace(db(), { startedAt: NOON + ms(2) })
    const middle = await insertTrace(db(), { startedAt: NOON + ms(1) })

    expect(await idsOf(db(), {})).toEqual([newest, middle, old])
  })

  test('filters by status, thread, time and text', async () => {
    const threadId = uuidv7()
    const failed = await insertTrace(db(), { status: 'error', name: 'a' })
    const early = await insertTrace(db(), { startedAt: NOON - ms(10), name: 'b' })
    const threaded = await insertTrace(db(), { name: 'c' }, { threadId })
    const titled = await insertTrace(db(), {}, { title: 'Refund 100% of_it' })

    expect(await idsOf(db(), { status: ['error', 'cancelled'] })).toEqual([failed])
    expect(await idsOf(db(), { to: NOON })).toEqual([early])
    expect(await idsOf(db(), { from: NOON })).not.toContain(early)
    expect(await idsOf(db(), { threadId })).toEqual([threaded])
    expect(await idsOf(db(), { q: 'refund' })).toEqual([titled])
    expect(await idsOf(db(), { q: '0% of_' })).toEqual([titled])
    expect(await idsOf(db(), { q: '%' })).toEqual([titled])
    expect(await idsOf(db(), { q: 'nothing' })).toEqual([])
  })

  test('filters by agent id or slug', async () => {
    const agentId = await insertAgent(db(), 'support')
    const trace = await insertTrace(db(), {}, { agentId })
    await insertTrace(db())

    expect(await idsOf(db(), { agent: 'support' })).toEqual([trace])
    expect(await idsOf(db(), { agent: agentId })).toEqual([trace])
    expect(await idsOf(db(), { agent: 'nobody' })).toEqual([])
    const page = await listTraces(db(), w, { limit: 1, agent: agentId })
    expect(page?.items[0]?.agentSlug).toBe('support')
  })

  test('filters by agent version, excluding drafts', async () => {
    const agentId = await insertAgent(db(), 'support')
    const second = await insertTrace(db(), {}, { agentId, version: 2 })
    await insertTrace(db(), {}, { agentId, version: 1 })
    await insertTrace(db(), {}, { agentId, version: null })

    expect(await idsOf(db(), { agent: agentId, version: 2 })).toEqual([second])
    expect(await idsOf(db(), { agent: agentId, version: 9 })).toEqual([])
  })
})

describeDatabases('deleting a trace', (db) => {
  test('removes payloads, tags and recording but keeps it counted', async () => {
    const run = makeRun({ tags: ['prod'], inputs: { a: 1 } })
    const { traceId } = run.root
    await appendSpans(db(), w, run.all)
    await appendExchanges(db(), w, [makeExchange(traceId)])

    expect(await deleteTrace(db(), w, traceId)).toBe(true)

    expect(await findTrace(db(), w, traceId)).toBeUndefined()
    expect(await findSpan(db(), w, traceId, run.root.id)).toBeUndefined()
    for (const table of ['traces', 'spans', 'payload_blocks', 'trace_labels', 'exchanges'] as const)
      expect(await db().selectFrom(table).selectAll().execute()).toEqual([])
    expect(await db().selectFrom('rollups').selectAll().execute()).toHaveLength(4)
  })

  test('ignores traces of another workspace', async () => {
    const traceId = await insertTrace(db())

    expect(await deleteTrace(db(), '00000000-0000-7000-8000-000000000002', traceId)).toBe(false)
    expect(await findTrace(db(), w, traceId)).toBeDefined()
  })
})

describeDatabases('recording of a trace', (db) => {
  test('returns exchanges in order', async () => {
    const traceId = uuidv7()
    const exchanges = Array.from({ length: 3 }, () => makeExchange(traceId))

    await appendExchanges(db(), w, exchanges.toReversed())

    expect(await listExchanges(db(), w, traceId)).toEqual(exchanges)
  })

  test('stores each exchange once', async () => {
    const exchange = makeExchange(uuidv7())

    await appendExchanges(db(), w, [exchange])
    await appendExchanges(db(), w, [exchange])

    expect(await listExchanges(db(), w, exchange.traceId)).toEqual([exchange])
  })

  test('the recording of a trace can be read for one span', async () => {
    const [traceId, spanId] = [uuidv7(), uuidv7()]
    const ours = makeExchange(traceId, { spanId })
    await appendExchanges(db(), w, [ours, makeExchange(traceId)])

    expect(await listExchanges(db(), w, traceId, spanId)).toEqual([ours])
  })
})
