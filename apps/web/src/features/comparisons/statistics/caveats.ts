import type { Cell, ComparisonPlan } from '@lathe/contract'
import { duplicateInputsCaveat, saturatedEvaluators } from '@lathe/verdicts'

type CaveatPlan = Pick<ComparisonPlan, 'variants' | 'cases' | 'evaluators'>
type CaveatInput = { cells: readonly Cell[]; different: number; isRunning: boolean }

/** Warnings about what the numbers do not show. */
export function listCaveats(
  { variants, cases, evaluators }: CaveatPlan,
  { cells, different, isRunning }: CaveatInput,
): string[] {
  if (!cells.some(({ status }) => status === 'success')) return []
  const [lone] = variants
  const isComparing = variants.length > 1 && cases.length > 1
  return [
    isComparing && evaluators.length === 0 && 'Answers are not compared yet. Add an evaluator.',
    duplicateInputsCaveat({ variants, cases }, different),
    ...saturatedEvaluators({ variants, evaluators }, cells),
    variants.length === 1 &&
      evaluators.length > 0 &&
      !isRunning &&
      `Nothing to compare ${lone?.name ?? ''} with yet. Duplicate it and change one thing.`,
  ].filter((caveat) => caveat !== false && caveat !== null)
}
