import type { Cell } from '@lathe/contract'
import { levelOf } from './movement.ts'
import { outcomeOf, type Yardstick } from './yardstick.ts'

/** What a judge of pairs chose on a case: the variant, the baseline, neither; or it gave no verdict. */
export type Preference = 'variant' | 'baseline' | 'tie' | 'no verdict'

/** Of the variant's repeats on one case, by a pairwise check; undefined while there is nothing to judge. */
export function preferenceOf(cells: readonly Cell[], yardstick: Yardstick): Preference | undefined {
  const level = levelOf(cells, yardstick)
  if (level === undefined)
    return cells.some((cell) => outcomeOf(cell, yardstick) === 'no-verdict')
      ? 'no verdict'
      : undefined
  if (level === 0.5) return 'tie'
  return level > 0.5 ? 'variant' : 'baseline'
}
