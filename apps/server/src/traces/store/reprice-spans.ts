import { ZERO_USAGE, type ModelRepricing } from '@lathe/contract'
import { applyBatchRate, priceCall, SENT_COST } from '@lathe/traces'
import { fromJson } from '../../platform/db/json.ts'
import type { CalculateCost } from './complete-part.ts'
import { type SpanRow, readUsage } from './span-row.ts'
import { addSpending, noSpending, spanSpending } from '../metrics/spending.ts'

export type RepricedSpan = { before: SpanRow; after: SpanRow }

/**
 * Returns a call's row with the cost of another price table, or the row itself if nothing changes.
 */
export function repriceSpan(row: SpanRow, calculateCost: CalculateCost): SpanRow {
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
export const isRepriceable = (row: SpanRow): boolean =>
  row.ended_at !== null &&
  row.model !== null &&
  row.usage_input !== null &&
  row.price_id !== SENT_COST &&
  (row.price_id !== null || row.cost_nanos === null)

/** Includes rows whose cost stays equal under another price. */
export const mustRewrite = ({ before, after }: RepricedSpan): boolean =>
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
    before: sumSpending(calls.map(({ before }) => before)),
    after: sumSpending(calls.map(({ after }) => after)),
  }))

function sumSpending(rows: readonly SpanRow[]): ModelRepricing['before'] {
  const sum = rows.reduce((total, row) => addSpending(total, spanSpending(row)), noSpending)
  return { cost: sum.cost_nanos, unpriced: sum.unpriced }
}
