import { isMoreBetter, type Outcome } from '@lathe/stats'
import type { Cell } from '@lathe/contract'
import { outcomeOf, outcomesBeside, type Yardstick } from './yardstick.ts'

/** How a cell came out against the baseline's of its case; undefined where one of them has no outcome. */
export type Movement = 'improved' | 'regressed' | 'same'

/** The mean of the repeats that have an outcome. */
export const levelOf = (cells: readonly Cell[], yardstick: Yardstick): number | undefined =>
  meanOf(cells.map((cell) => outcomeOf(cell, yardstick)))

function meanOf(outcomes: readonly (Outcome | undefined)[]): number | undefined {
  const known = outcomes.filter((outcome) => typeof outcome === 'number')
  if (known.length === 0) return undefined
  return known.reduce((sum, outcome) => sum + outcome, 0) / known.length
}

export function movementOf(
  baseline: readonly Cell[],
  variant: readonly Cell[],
  yardstick: Yardstick,
): Movement | undefined {
  const before = meanOf(outcomesBeside(baseline, baseline, yardstick))
  const after = meanOf(outcomesBeside(variant, baseline, yardstick))
  if (before === undefined || after === undefined) return undefined
  if (before === after) return 'same'
  return after > before === isMoreBetter(yardstick.measure) ? 'improved' : 'regressed'
}
