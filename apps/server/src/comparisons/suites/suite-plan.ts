import type { ComparisonPlan, Variant } from '@lathe/contract'

export const BASELINE = 'baseline'
export const CANDIDATE = 'candidate'

type Looked = {
  agent: string
  version: number | 'draft'
  /** Run the baseline again even if results can be reused. */
  again: boolean
}

/**
 * Builds the plan for a version against the baseline. The version runs live; baseline results are
 * reused unless `again`.
 */
export function runPlan(
  { variants: [before], ...plan }: ComparisonPlan,
  { agent, version, again }: Looked,
): ComparisonPlan {
  const baseline = before && again ? { ...before, reuse: false } : before
  const candidate: Variant = {
    key: CANDIDATE,
    name: version === 'draft' ? 'draft' : `v${version}`,
    base: { type: 'agent', agent, version, overrides: {} },
    reuse: false,
  }
  return { ...plan, variants: [...(baseline ? [baseline] : []), candidate] }
}

/** Replaces a bare prompt by the agent version that was made from it. */
export const asAgent = (
  variant: Variant,
  promoted: { agent: string; version: number } | undefined,
): Variant =>
  promoted ? { ...variant, base: { type: 'agent', ...promoted, overrides: {} } } : variant

/** Pins the variant to the version that `from` runs. */
export function pinned(from: Variant, version: number): Variant {
  if (from.base.type !== 'agent') return from
  const isChanged = Object.keys(from.base.overrides).length > 0
  return {
    key: BASELINE,
    name: isChanged ? `v${version}, changed (baseline)` : `v${version} (baseline)`,
    base: { ...from.base, version },
    reuse: true,
  }
}

/** Uses the version without overrides, which belonged to another version. */
export function heldAgainst(plan: ComparisonPlan, agent: string, version: number): ComparisonPlan {
  const base = { type: 'agent' as const, agent, version, overrides: {} }
  return {
    ...plan,
    variants: plan.variants.map((variant) => pinned({ ...variant, base }, version)),
  }
}
