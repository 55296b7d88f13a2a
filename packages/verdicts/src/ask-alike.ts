import type { ComparisonPlan } from '@lathe/contract'
import { canonicalJson } from '@lathe/graph'

/** How many inputs there are, those that are alike counted once. */
export const differentInputs = (cases: ComparisonPlan['cases']): number =>
  new Set(cases.map(({ input }) => canonicalJson(input))).size

/** What the intervals do not know: that cases ask the same; null where each asks something of its own. */
export function askAlike(
  { variants, cases }: Pick<ComparisonPlan, 'variants' | 'cases'>,
  different = differentInputs(cases),
): string | null {
  if (variants.length < 2 || cases.length < 2 || different === cases.length) return null
  const inputs = different === 1 ? '1 different input' : `${different} different inputs`
  return `The ${cases.length} cases have ${inputs}: those that ask the same are counted as if they did not, which makes the interval too narrow.`
}
