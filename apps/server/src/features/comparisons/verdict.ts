import type { ComparisonDetail, ComparisonPlan, ComparisonVerdict } from '@lathe/contract'
import { ALL_CHECKS, askAlike, type Yardstick, yardsticksOf } from '@lathe/verdicts'
import { concludeApart } from './conclude-apart.ts'

/** What was asked for; without a word what the checks say, never what a run took. */
export function chosenYardstick(
  { checks }: Pick<ComparisonPlan, 'checks'>,
  by: string | undefined,
): { yardstick: Yardstick | undefined; all: string[] } {
  const all = yardsticksOf(checks)
  const judging = ({ measure }: Yardstick) => measure === 'pass' || measure === 'score'
  const named = all.find(({ id }) => id === by)
  const judged = all.filter(judging)
  // Where there is one check, all of them together are that one.
  const isUnnamed = by === undefined || (by === ALL_CHECKS && judged.length === 1)
  return {
    yardstick: named ?? (isUnnamed ? judged[0] : undefined),
    all: all.map(({ id }) => id),
  }
}

export async function toVerdict(
  { status, cells, plan, grid }: ComparisonDetail,
  by: Yardstick,
  signal?: AbortSignal,
): Promise<ComparisonVerdict> {
  const variants = await concludeApart({ plan, grid, by }, signal)
  return { status, by, cells, variants, caveat: askAlike(plan) }
}
