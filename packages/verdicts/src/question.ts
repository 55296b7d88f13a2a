import type { Cell, ComparisonPlan, Variant } from '@lathe/contract'
import type { Observation, Question, Subject } from '@lathe/stats'
import { namesOf } from './names.ts'
import { ranApart } from './timed-alike.ts'
import { outcomesBeside, type Yardstick, yardsticksOf } from './yardstick.ts'

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
    const isApart = ranApart(own, before)
    // What may be the load's is worth telling only to who asks for it, and is told that.
    const besides = aside.filter(({ measure }) => measure !== 'latency' || !isApart)
    return {
      name: names.get(key) ?? name,
      observations: observe(own, before, yardstick),
      ...(isApart && { isApart }),
      spent: Object.fromEntries(
        besides.map((one) => [one.measure, observe(finished, before, one)]),
      ),
    }
  }
  const [baseline, ...others] = variants.map(subjectOf)
  return (
    baseline && {
      measure: yardstick.measure,
      ...(yardstick.isPairwise && { counted: 'choices' as const }),
      baseline,
      variants: others,
    }
  )
}

function observe(
  cells: readonly Cell[],
  baseline: readonly Cell[],
  yardstick: Yardstick,
): Observation[] {
  const before = Map.groupBy(baseline, (cell) => cell.case)
  return [...Map.groupBy(cells, (cell) => cell.case)].flatMap(([caseId, own]) =>
    outcomesBeside(own, before.get(caseId) ?? [], yardstick).flatMap((outcome) =>
      outcome === undefined ? [] : [{ caseId, outcome }],
    ),
  )
}
