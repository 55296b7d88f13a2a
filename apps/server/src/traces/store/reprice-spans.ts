import { ZERO_USAGE, type ModelRepricing } from '@lathe/contract'
import { applyBatchRate, priceCall, SENT_COST } from '@lathe/traces'
import { fromJson } from '../../platform/db/json.ts'
import type { PriceOf } from './complete-part.ts'
import { type SpanRow, usageOf } from './span-row.ts'
import { addSpending, noSpending, spendingOf } from '../metrics/spending.ts'

export type RepricedSpan = { before: SpanRow; after: SpanRow }

/**
 * Returns a call's row with the cost of another price table, or the row itself if nothing changes.
 */
export function repriceSpan(row: SpanRow, priceOf: PriceOf): SpanRow {
  if (!isRepriceable(row)) return row
  const usage = usageOf(row) ?? ZERO_USAGE
  const { model, asked_model: asked } = row
  const price = priceCall({ model, ...(asked !== null && { asked }) }, (name) =>
    priceOf(name, usage, row.started_at),
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
export const isRepriceable = (row: SpanRow): boolean =>
  row.ended_at !== null &&
  row.model !== null &&
  row.usage_input !== null &&
  row.price_id !== SENT_COST &&
  (row.price_id !== null || row.cost_nanos === null)

/** Includes rows whose cost stays equal under another price. */
export const isRewritten = ({ before, after }: RepricedSpan): boolean =>
  before.price_id !== after.price_id || hasChanged({ before, after })

const hasChanged = ({ before, after }: RepricedSpan): boolean =>
  before.cost_nanos !== after.cost_nanos ||
  before.cost_input_nanos !== after.cost_input_nanos ||
  before.cost_output_nanos !== after.cost_output_nanos

export const sumRepriced = (spans: readonly RepricedSpan[]): ModelRepricing[] =>
  [...Map.groupBy(spans, ({ before }) => before.model ?? '')].map(([model, calls]) => ({
    model,
    calls: calls.length,
    changed: calls.filter(hasChanged).length,
    before: sumOf(calls.map(({ before }) => before)),
    after: sumOf(calls.map(({ after }) => after)),
  }))

function sumOf(rows: readonly SpanRow[]): ModelRepricing['before'] {
  const sum = rows.reduce((all, row) => addSpending(all, spendingOf(row)), noSpending)
  return { cost: sum.cost_nanos, unpriced: sum.unpriced }
}
