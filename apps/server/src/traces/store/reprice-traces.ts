import { type ModelRepricing, type Repricing, ZERO_USAGE } from '@lathe/contract'
import { applyBatchRate, priceCall, SENT_COST } from '@lathe/traces'
import { atomic, type Batch } from '../../platform/db/atomic.ts'
import type { Db, Queries } from '../../platform/db/db.ts'
import type { CalculateCost } from './complete-part.ts'
import type { TraceRow } from './fold-trace.ts'
import { LiveTraces } from './live-traces.ts'
import { traceLockKey } from './load-stored.ts'
import { type RepricedTrace, rollupChanges } from '../metrics/rollup-rows.ts'
import { addSpending, noSpending, spanSpending } from '../metrics/spending.ts'
import { addRollups, upsertSpans, upsertTraces } from './upserts.ts'
import { fromJson } from '../../platform/db/json.ts'
import { readUsage, type SpanRow } from './span-row.ts'

const MAX_TRACES = 500
/** Bounds a transaction. A single larger trace is repriced whole. */
const MAX_SPANS = 20_000

type RepricingCursor = NonNullable<Repricing['next']>

export type RepricingRange = {
  from?: number | undefined
  to?: number | undefined
  after?: RepricingCursor | undefined
}

/** Previews the cost of a period under other prices. */
export async function previewRepricing(
  db: Db,
  workspaceId: string,
  range: RepricingRange,
  calculateCost: CalculateCost,
): Promise<Repricing> {
  const { ids, next } = await selectNextTraces(db.analytics, workspaceId, range)
  const repriced = await repriceCalls(db.analytics, workspaceId, ids, calculateCost)
  return { ...repriced.sums, next }
}

/** Reprices a period: spans, traces, runs and rollups, in transactions per part. */
export async function repriceTraces(
  db: Db,
  workspaceId: string,
  range: RepricingRange,
  calculateCost: CalculateCost,
): Promise<Repricing> {
  const { ids, next } = await selectNextTraces(db.analytics, workspaceId, range)
  const locks = ids.map((id) => traceLockKey(workspaceId, id))
  const sums = await db.portable.exclusively(locks, async (queries) => {
    const live = LiveTraces.of(db)
    for (const lock of locks) live?.remove(lock)
    const repriced = await repriceCalls(queries, workspaceId, ids, calculateCost)
    await atomic(queries, repricingQueries(db, repriced.traces))
    return repriced.sums
  })
  return { ...sums, next }
}

async function selectNextTraces(
  db: Queries,
  workspaceId: string,
  { from, to, after }: RepricingRange,
) {
  let query = db
    .selectFrom('traces')
    .select(['id', 'started_at', 'span_count'])
    .where('workspace_id', '=', workspaceId)
    .where((eb) =>
      eb.or([eb('unpriced', '>', 0), eb('usage_input', '>', 0), eb('usage_output', '>', 0)]),
    )
  if (from !== undefined) query = query.where('started_at', '>=', from)
  if (to !== undefined) query = query.where('started_at', '<', to)
  if (after)
    query = query.where((eb) =>
      eb(eb.refTuple('started_at', 'id'), '<', eb.tuple(after.startedAt, after.id)),
    )
  const rows = await query
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_TRACES)
    .execute()

  let spans = 0
  const selected = rows.filter(({ span_count: count }, index) => {
    spans += count
    return index === 0 || spans <= MAX_SPANS
  })
  const last = selected.at(-1)
  const isEnd = !last || (selected.length === rows.length && rows.length < MAX_TRACES)
  return {
    ids: selected.map(({ id }) => id),
    next: isEnd ? null : { startedAt: last.started_at, id: last.id },
  }
}

async function repriceCalls(
  queries: Queries,
  workspaceId: string,
  ids: readonly string[],
  calculateCost: CalculateCost,
): Promise<{ traces: RepricedTrace[]; sums: Omit<Repricing, 'next'> }> {
  if (ids.length === 0) return { traces: [], sums: { models: [], traces: 0, unchanged: 0 } }
  const [traces, calls] = await Promise.all([
    queries
      .selectFrom('traces')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('id', 'in', ids)
      .execute(),
    queries
      .selectFrom('spans')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('trace_id', 'in', ids)
      .where('kind', 'in', ['model', 'embedding'])
      .execute(),
  ])
  const spans = calls
    .filter(isRepriceable)
    .map((before) => ({ before, after: repriceSpan(before, calculateCost) }))
  const changedByTrace = Map.groupBy(spans.filter(mustRewrite), ({ before }) => before.trace_id)
  return {
    traces: traces.flatMap((trace) => {
      const traceSpans = changedByTrace.get(trace.id)
      return traceSpans ? [{ trace, spans: traceSpans }] : []
    }),
    sums: {
      models: sumRepriced(spans),
      traces: traces.length,
      unchanged: calls.filter(({ price_id: price }) => price === SENT_COST).length,
    },
  }
}

function repricingQueries(db: Db, changed: readonly RepricedTrace[]): Batch {
  const traces = changed.map(repriceTrace)
  return [
    ...upsertSpans(
      db,
      changed.flatMap(({ spans }) => spans.map(({ after }) => after)),
    ),
    ...upsertTraces(db, traces),
    ...traces.flatMap((trace) => chargeRun(db, trace)),
    ...addRollups(db, rollupChanges(changed)),
  ]
}

const repriceTrace = ({ trace, spans }: RepricedTrace): TraceRow =>
  spans.reduce(
    (sum, { before, after }) =>
      addSpending(addSpending(sum, spanSpending(after)), spanSpending(before), -1),
    trace,
  )

/** A running run keeps counting and is skipped. */
const chargeRun = (db: Db, { workspace_id, run_id, cost_nanos, unpriced }: TraceRow) =>
  run_id === null
    ? []
    : [
        db
          .updateTable('runs')
          .set({ cost_nanos: unpriced > 0 ? null : cost_nanos })
          .where('workspace_id', '=', workspace_id)
          .where('id', '=', run_id)
          .where('status', 'not in', ['pending', 'running', 'interrupted']),
      ]

export type RepricedSpan = { before: SpanRow; after: SpanRow }

/**
 * Returns a call's row with the cost of another price table, or the row itself if nothing changes.
 */
function repriceSpan(row: SpanRow, calculateCost: CalculateCost): SpanRow {
  if (!isRepriceable(row)) return row
  const usage = readUsage(row) ?? ZERO_USAGE
  const { model, asked_model: requestedModel } = row
  const price = priceCall(
    { model, ...(requestedModel !== null && { asked: requestedModel }) },
    (name) => calculateCost(name, usage, row.started_at),
  )
  const { total, input, output, priceId } = applyBatchRate({ tags: fromJson(row.tags) }, price)
  return {
    ...row,
    cost_nanos: total,
    cost_input_nanos: input,
    cost_output_nanos: output,
    price_id: priceId,
  }
}

/** A known cost without a price belongs to a replayed call. */
const isRepriceable = (row: SpanRow): boolean =>
  row.ended_at !== null &&
  row.model !== null &&
  row.usage_input !== null &&
  row.price_id !== SENT_COST &&
  (row.price_id !== null || row.cost_nanos === null)

/** Includes rows whose cost stays equal under another price. */
const mustRewrite = ({ before, after }: RepricedSpan): boolean =>
  before.price_id !== after.price_id || hasChanged({ before, after })

const hasChanged = ({ before, after }: RepricedSpan): boolean =>
  before.cost_nanos !== after.cost_nanos ||
  before.cost_input_nanos !== after.cost_input_nanos ||
  before.cost_output_nanos !== after.cost_output_nanos

const sumRepriced = (spans: readonly RepricedSpan[]): ModelRepricing[] =>
  [...Map.groupBy(spans, ({ before }) => before.model ?? '')].map(([model, calls]) => ({
    model,
    calls: calls.length,
    changed: calls.filter(hasChanged).length,
    before: sumSpending(calls.map(({ before }) => before)),
    after: sumSpending(calls.map(({ after }) => after)),
  }))

function sumSpending(rows: readonly SpanRow[]): ModelRepricing['before'] {
  const sum = rows.reduce((total, row) => addSpending(total, spanSpending(row)), noSpending)
  return { cost: sum.cost_nanos, unpriced: sum.unpriced }
}
