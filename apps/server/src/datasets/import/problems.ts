import type { ImportReport, RowProblem } from '@lathe/contract'

/** Problems listed individually. */
const NAMED = 100

export type Problems = ImportReport['problems']

export const noProblems = (): Problems => ({ total: 0, first: [] })

export function noteProblem(problems: Problems, problem: RowProblem): void {
  problems.total += 1
  if (problems.first.length < NAMED) problems.first.push(problem)
}
