import type { Cell, ComparisonPlan } from '@lathe/contract'
import { askAlike } from '@lathe/verdicts'

type Planned = Pick<ComparisonPlan, 'variants' | 'cases' | 'checks'>
type Looked = { cells: readonly Cell[]; different: number; isRunning: boolean }

/** What the figures do not say by themselves: a sentence for each, once there are answers. */
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
    variants.length === 1 &&
      checks.length > 0 &&
      !isRunning &&
      `Nothing to compare ${lone?.name ?? ''} with yet: duplicate it and change one thing.`,
  ].filter((one) => one !== false && one !== null)
}
