import type { Cell, ComparisonCase } from '@lathe/contract'

const isEmpty = (value: unknown) => value === '' || value === null

/** True if nothing was entered and the case has no trace or example. */
const isBlank = ({ name, input, reference, traceId, example }: ComparisonCase) =>
  name === '' &&
  reference === null &&
  traceId === undefined &&
  example === undefined &&
  Object.values(input).every(isEmpty)

/** Omits blank cases that never ran, such as the first one of a new comparison. */
export function omitBlankCases(
  cases: readonly ComparisonCase[],
  grid: readonly Pick<Cell, 'case'>[],
): ComparisonCase[] {
  const ran = new Set(grid.map((cell) => cell.case))
  return cases.filter((item) => ran.has(item.key) || !isBlank(item))
}
