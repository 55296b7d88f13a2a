import type { CellSelection, ComparisonPlan } from '@lathe/contract'
import type { CellRow } from '../runner/cells.store.ts'

type Issue = { path: string; message: string }
type CellPosition = Pick<CellRow, 'variant' | 'case_key' | 'repeat'>

/** Returns a problem for every selected key that the plan lacks. */
export function selectionProblems(
  { variants, cases, repeats }: ComparisonPlan,
  { variants: variantKeys, cases: caseKeys, repeats: repeatNumbers = [] }: CellSelection,
): Issue[] {
  return [
    ...unknownKeys(['variants', 'variant'], variantKeys, variants),
    ...unknownKeys(['cases', 'case'], caseKeys, cases),
    ...repeatNumbers.flatMap((repeat, index) =>
      repeat < repeats
        ? []
        : [{ path: `only.repeats.${index}`, message: `the last repeat is ${repeats - 1}` }],
    ),
  ]
}

function unknownKeys(
  [axis, noun]: [axis: string, noun: string],
  selectedKeys: readonly string[] = [],
  planned: readonly { key: string }[],
): Issue[] {
  const plannedKeys = new Set(planned.map(({ key }) => key))
  return selectedKeys.flatMap((key, index) =>
    plannedKeys.has(key) ? [] : [{ path: `only.${axis}.${index}`, message: `no ${noun} ${key}` }],
  )
}

/** Returns the plan with only the selected variants and cases. */
export const selectFromPlan = (
  plan: ComparisonPlan,
  { variants, cases }: CellSelection,
): ComparisonPlan => ({
  ...plan,
  variants: plan.variants.filter(({ key }) => variants?.includes(key) ?? true),
  cases: selectCases(plan, cases),
})

function selectCases({ cases }: ComparisonPlan, selectedKeys: readonly string[] | undefined) {
  if (!selectedKeys) return cases
  const keys = new Set(selectedKeys)
  return cases.filter(({ key }) => keys.has(key))
}

export const isRepeatSelected = (
  { repeats }: CellSelection,
  { repeat }: Pick<CellPosition, 'repeat'>,
): boolean => repeats?.includes(repeat) ?? true

/** Returns a test for whether a cell belongs to the plan. */
export function createPlanFilter({ variants, cases, repeats }: ComparisonPlan) {
  const variantKeys = new Set(variants.map(({ key }) => key))
  const caseKeys = new Set(cases.map(({ key }) => key))
  return ({ variant, case_key, repeat }: CellPosition): boolean =>
    repeat < repeats && variantKeys.has(variant) && caseKeys.has(case_key)
}

/**
 * Returns a test for whether any selection contains a cell. Ignores `failed`: failed cells may have
 * run since.
 */
export function createSelectionFilter(plan: ComparisonPlan, selections: readonly CellSelection[]) {
  const filters = selections.map((selection) => {
    const isPlanned = createPlanFilter(selectFromPlan(plan, selection))
    return (cell: CellPosition) => isPlanned(cell) && isRepeatSelected(selection, cell)
  })
  return (cell: CellPosition): boolean => filters.some((isSelected) => isSelected(cell))
}
