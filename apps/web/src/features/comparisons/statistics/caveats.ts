import type { Cell, ComparisonPlan } from '@lathe/contract'
import { askAlike, saturatedEvaluators } from '@lathe/verdicts'

type Planned = Pick<ComparisonPlan, 'variants' | 'cases' | 'checks'>
type Looked = { cells: readonly Cell[]; different: number; isRunning: boolean }

/** Sentences on what the figures hide, once there are outputs. */
export function caveatsOf(
  { variants, cases, checks }: Planned,
  { cells, different, isRunning }: Looked,
): string[] {
  if (!cells.some(({ status }) => status === 'success')) return []
  const [lone] = variants
  const isComparing = variants.length > 1 && cases.length > 1
  return [
    isComparing &&
      checks.length === 0 &&
      'What the answers say is not compared yet: add a check that judges them.',
    askAlike({ variants, cases }, different),
    ...saturatedEvaluators({ variants, checks }, cells),
    variants.length === 1 &&
      checks.length > 0 &&
      !isRunning &&
      `Nothing to compare ${lone?.name ?? ''} with yet: duplicate it and change one thing.`,
  ].filter((one) => one !== false && one !== null)
}
