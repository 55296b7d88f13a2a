import type { ComparisonDetail, ComparisonPlan, ComparisonVerdict } from '@lathe/contract'
import { conclude, type Yardstick, yardsticksOf } from '@lathe/verdicts'

/** What was asked for; without a word what the checks say, never what a run took. */
export function chosenYardstick(
  { checks }: Pick<ComparisonPlan, 'checks'>,
  by: string | undefined,
): { yardstick: Yardstick | undefined; all: string[] } {
  const all = yardsticksOf(checks)
  const judging = ({ measure }: Yardstick) => measure === 'pass' || measure === 'score'
  return {
    yardstick: all.find((one) => (by === undefined ? judging(one) : one.id === by)),
    all: all.map(({ id }) => id),
  }
}

export const toVerdict = (
  { status, cells, plan, grid }: ComparisonDetail,
  yardstick: Yardstick,
): ComparisonVerdict => ({
  status,
  by: yardstick,
  cells,
  variants: conclude(plan, grid, yardstick),
})
