import type { Cell, ComparisonCase } from '@lathe/contract'

const isEmpty = (value: unknown) => value === '' || value === null

/** Without those that nothing was written in and that never ran, as the first of a new comparison: others take their place. */
export function writtenCases(
  cases: readonly ComparisonCase[],
  grid: readonly Pick<Cell, 'case'>[],
): ComparisonCase[] {
  const ran = new Set(grid.map((cell) => cell.case))
  return cases.filter(
    ({ key, name, input, reference }) =>
      ran.has(key) || name !== '' || reference !== null || !Object.values(input).every(isEmpty),
  )
}
