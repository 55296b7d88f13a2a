import type { ComparisonDetail, ComparisonPlan, ComparisonVerdict } from '@lathe/contract'
import { ALL_CHECKS, caveats, type Metric, listMetrics } from '@lathe/verdicts'
import { concludeApart } from './conclude-apart.ts'

/** The requested metric. Without a request: the first evaluator, never latency, cost or tokens. */
export function chosenYardstick(
  { checks, errors }: Pick<ComparisonPlan, 'checks' | 'errors'>,
  by: string | undefined,
): { yardstick: Metric | undefined; all: string[] } {
  const all = listMetrics(checks, errors)
  const judging = ({ measure }: Metric) => measure === 'pass' || measure === 'score'
  const named = all.find(({ id }) => id === by)
  const judged = all.filter(judging)
  // With a single evaluator, `checks` is that evaluator.
  const isUnnamed = by === undefined || (by === ALL_CHECKS && judged.length === 1)
  return {
    yardstick: named ?? (isUnnamed ? judged[0] : undefined),
    all: all.map(({ id }) => id),
  }
}

export async function toVerdict(
  { status, cells, plan, grid }: ComparisonDetail,
  by: Metric,
  signal?: AbortSignal,
): Promise<ComparisonVerdict> {
  const variants = await concludeApart({ plan, grid, by }, signal)
  const caveat = caveats(plan, grid).join(' ')
  return { status, by, cells, variants, caveat: caveat === '' ? null : caveat }
}
