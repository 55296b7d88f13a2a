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
  const beside = byCase(before)
  const subjectOf = ({ key, name }: Variant): Subject => {
    const own = byVariant.get(key) ?? []
    // A failed run is told of once, by what it is judged by.
    const finished = byCase(own.filter(({ status }) => status === 'success'))
    const isApart = ranApart(own, before)
    // What may be the load's is worth telling only to who asks for it, and is told that.
    const besides = aside.filter(({ measure }) => measure !== 'latency' || !isApart)
    return {
      name: names.get(key) ?? name,
      observations: observe(byCase(own), beside, yardstick),
      ...(isApart && { isApart }),
      spent: Object.fromEntries(
        besides.map((one) => [one.measure, observe(finished, beside, one)]),
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

type ByCase = ReadonlyMap<string, readonly Cell[]>

const byCase = (cells: readonly Cell[]): ByCase => Map.groupBy(cells, (cell) => cell.case)

const observe = (cells: ByCase, baseline: ByCase, yardstick: Yardstick): Observation[] =>
  [...cells].flatMap(([caseId, own]) =>
    outcomesBeside(own, baseline.get(caseId) ?? [], yardstick).flatMap((outcome) =>
      outcome === undefined ? [] : [{ caseId, outcome }],
    ),
  )
