import type { Cell, ComparisonPlan, Variant } from '@lathe/contract'
import type { Observation, Question, Subject } from '@lathe/stats'
import { namesOf } from './names.ts'
import { outcomeOf, type Yardstick, yardsticksOf } from './yardstick.ts'

type Compared = Pick<ComparisonPlan, 'variants' | 'checks'>

/** What `packages/stats` is asked: every variant against the first; undefined without any. */
export function questionOf(
  { variants, checks }: Compared,
  cells: readonly Cell[],
  yardstick: Yardstick,
): Question | undefined {
  const byVariant = Map.groupBy(cells, ({ variant }) => variant)
  // What the sentence tells besides; tokens it leaves to the cost.
  const aside = yardsticksOf(checks).filter(
    ({ measure }) => (measure === 'cost' || measure === 'latency') && measure !== yardstick.measure,
  )
  const names = namesOf(variants)
  const before = byVariant.get(variants[0]?.key ?? '') ?? []
  const subjectOf = ({ key, name }: Variant): Subject => {
    const own = byVariant.get(key) ?? []
    // A failed run is told of once, by what it is judged by.
    const finished = own.filter(({ status }) => status === 'success')
    const told = (one: Yardstick) =>
      one.measure === 'latency' ? timedLike(finished, before) : finished
    return {
      name: names.get(key) ?? name,
      observations: observe(own, yardstick),
      spent: Object.fromEntries(aside.map((one) => [one.measure, observe(told(one), one)])),
    }
  }
  const [baseline, ...others] = variants.map(subjectOf)
  return baseline && { measure: yardstick.measure, baseline, variants: others }
}

/** What an earlier cell took was timed under another load: it says nothing about one that was timed now. */
function timedLike(cells: readonly Cell[], baseline: readonly Cell[]): Cell[] {
  const timings = Map.groupBy(baseline, (cell) => cell.case)
  return cells.filter(({ case: key, isReused }) =>
    timings.get(key)?.every((cell) => cell.isReused === isReused),
  )
}

const observe = (cells: readonly Cell[], yardstick: Yardstick): Observation[] =>
  cells.flatMap((cell) => {
    const outcome = outcomeOf(cell, yardstick)
    return outcome === undefined ? [] : [{ caseId: cell.case, outcome }]
  })
