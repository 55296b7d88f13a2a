import type { Cell, ComparisonCase } from '@lathe/contract'

const isEmpty = (value: unknown) => value === '' || value === null

/** Nothing was written in it, and it is of no trace and no example: a call without variables has no input either. */
const isBlank = ({ name, input, reference, traceId, example }: ComparisonCase) =>
  name === '' &&
  reference === null &&
  traceId === undefined &&
  example === undefined &&
  Object.values(input).every(isEmpty)

/** Without blank ones that never ran, as the first of a new comparison: others take their place. */
export function writtenCases(
  cases: readonly ComparisonCase[],
  grid: readonly Pick<Cell, 'case'>[],
): ComparisonCase[] {
  const ran = new Set(grid.map((cell) => cell.case))
  return cases.filter((one) => ran.has(one.key) || !isBlank(one))
}
