import type { Cell, ComparisonPlan } from '@lathe/contract'
import { plural } from '../../../lib/format.ts'

type Planned = Pick<ComparisonPlan, 'variants' | 'cases' | 'checks'>
type Looked = { cells: readonly Cell[]; different: number; isRunning: boolean }

/** How many inputs there are, those that are alike counted once. */
export const differentInputs = (cases: ComparisonPlan['cases']): number =>
  new Set(cases.map(({ input }) => JSON.stringify(input))).size

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
    isComparing &&
      different < cases.length &&
      `The ${cases.length} cases have ${plural(different, 'different input')}: those that ask the same are counted as if they did not, which makes the interval too narrow.`,
    variants.length === 1 &&
      checks.length > 0 &&
      !isRunning &&
      `Nothing to compare ${lone?.name ?? ''} with yet: duplicate it and change one thing.`,
  ].filter((one) => one !== false)
}
