import type { ComparisonPlan, Variant } from '@lathe/contract'

export const BASELINE = 'baseline'
export const CANDIDATE = 'candidate'

type SuiteRunOptions = {
  agent: string
  version: number | 'draft'
  /** Run the baseline again even if results can be reused. */
  rerunBaseline: boolean
}

/**
 * Builds the plan for a version against the baseline. The version runs live; baseline results are
 * reused unless `rerunBaseline`.
 */
export function runPlan(
  { variants: [storedBaseline], ...plan }: ComparisonPlan,
  { agent, version, rerunBaseline }: SuiteRunOptions,
): ComparisonPlan {
  const baseline =
    storedBaseline && rerunBaseline ? { ...storedBaseline, reuse: false } : storedBaseline
  const candidate: Variant = {
    key: CANDIDATE,
    name: version === 'draft' ? 'draft' : `v${version}`,
    base: { type: 'agent', agent, version, overrides: {} },
    reuse: false,
  }
  return { ...plan, variants: [...(baseline ? [baseline] : []), candidate] }
}

/** Replaces a bare prompt by the agent version that was made from it. */
export const toAgentVariant = (
  variant: Variant,
  promoted: { agent: string; version: number } | undefined,
): Variant =>
  promoted ? { ...variant, base: { type: 'agent', ...promoted, overrides: {} } } : variant

/** Pins the variant to the version that `source` runs. */
export function pinVersion(source: Variant, version: number): Variant {
  if (source.base.type !== 'agent') return source
  const isChanged = Object.keys(source.base.overrides).length > 0
  return {
    key: BASELINE,
    name: isChanged ? `v${version}, changed (baseline)` : `v${version} (baseline)`,
    base: { ...source.base, version },
    reuse: true,
  }
}

/** Uses the version without overrides, which belonged to another version. */
export function withBaselineVersion(
  plan: ComparisonPlan,
  agent: string,
  version: number,
): ComparisonPlan {
  const base = { type: 'agent' as const, agent, version, overrides: {} }
  return {
    ...plan,
    variants: plan.variants.map((variant) => pinVersion({ ...variant, base }, version)),
  }
}
