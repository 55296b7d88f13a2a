import { isMoreBetter } from '@lathe/stats'
import type { Cell } from '@lathe/contract'
import { outcomeBeside, outcomeOf, type Yardstick } from './yardstick.ts'

/** How a cell came out against the baseline's of its case; undefined where one of them has no outcome. */
export type Movement = 'improved' | 'regressed' | 'same'

/** The mean of the repeats that have an outcome. */
export function levelOf(cells: readonly Cell[], yardstick: Yardstick): number | undefined {
  const outcomes = cells.flatMap((cell) => {
    const outcome = outcomeOf(cell, yardstick)
    return typeof outcome === 'number' ? [outcome] : []
  })
  if (outcomes.length === 0) return undefined
  return outcomes.reduce((sum, outcome) => sum + outcome, 0) / outcomes.length
}

export function movementOf(
  baseline: readonly Cell[],
  variant: readonly Cell[],
  yardstick: Yardstick,
): Movement | undefined {
  const isToldBy = (cell: Cell) => outcomeBeside(cell, baseline, yardstick) !== 'timed-apart'
  const before = levelOf(baseline.filter(isToldBy), yardstick)
  const after = levelOf(variant.filter(isToldBy), yardstick)
  if (before === undefined || after === undefined) return undefined
  if (before === after) return 'same'
  return after > before === isMoreBetter(yardstick.measure) ? 'improved' : 'regressed'
}
