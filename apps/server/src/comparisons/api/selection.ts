import type { CellSelection, ComparisonPlan } from '@lathe/contract'
import type { CellRow } from '../runner/cells.store.ts'

type Issue = { path: string; message: string }
type Place = Pick<CellRow, 'variant' | 'case_key' | 'repeat'>

/** Returns a problem for every selected key that the plan lacks. */
export function selectionProblems(
  { variants, cases, repeats }: ComparisonPlan,
  only: CellSelection,
): Issue[] {
  return [
    ...unknown(['variants', 'variant'], only.variants, variants),
    ...unknown(['cases', 'case'], only.cases, cases),
    ...(only.repeats ?? []).flatMap((repeat, index) =>
      repeat < repeats
        ? []
        : [{ path: `only.repeats.${index}`, message: `the last repeat is ${repeats - 1}` }],
    ),
  ]
}

function unknown(
  [axis, one]: [axis: string, one: string],
  named: readonly string[] = [],
  planned: readonly { key: string }[],
): Issue[] {
  const keys = new Set(planned.map(({ key }) => key))
  return named.flatMap((key, index) =>
    keys.has(key) ? [] : [{ path: `only.${axis}.${index}`, message: `no ${one} ${key}` }],
  )
}

/** Returns the plan with only the selected variants and cases. */
export const narrowed = (plan: ComparisonPlan, only: CellSelection): ComparisonPlan => ({
  ...plan,
  variants: plan.variants.filter(({ key }) => only.variants?.includes(key) ?? true),
  cases: casesOf(plan, only.cases),
})

function casesOf({ cases }: ComparisonPlan, named: readonly string[] | undefined) {
  if (!named) return cases
  const keys = new Set(named)
  return cases.filter(({ key }) => keys.has(key))
}

export const isRepeatAsked =
  ({ repeats }: CellSelection) =>
  ({ repeat }: Pick<Place, 'repeat'>): boolean =>
    repeats?.includes(repeat) ?? true

/**
 * Returns a test for whether any selection contains a cell. Ignores `failed`: failed cells may have
 * run since.
 */
export function isInAny(plan: ComparisonPlan, selections: readonly CellSelection[]) {
  const each = selections.map((only) => isNamed(plan, only))
  return (cell: Place): boolean => each.some((isIn) => isIn(cell))
}

function isNamed(plan: ComparisonPlan, only: CellSelection) {
  const { variants, cases } = narrowed(plan, only)
  const columns = new Set(variants.map(({ key }) => key))
  const rows = new Set(cases.map(({ key }) => key))
  const isRepeat = isRepeatAsked(only)
  return (cell: Place): boolean =>
    columns.has(cell.variant) &&
    rows.has(cell.case_key) &&
    cell.repeat < plan.repeats &&
    isRepeat(cell)
}
