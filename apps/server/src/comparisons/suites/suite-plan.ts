import type { ComparisonPlan, Variant } from '@lathe/contract'

export const BASELINE = 'baseline'
export const CANDIDATE = 'candidate'

type Looked = {
  agent: string
  version: number | 'draft'
  /** The baseline is run beside it, whatever it came to earlier. */
  again: boolean
}

/** A version against the baseline. What is looked at runs live, the baseline is paid for once unless asked again. */
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

/** In place of a bare prompt the version of an agent that was made of it. */
export const asAgent = (
  variant: Variant,
  promoted: { agent: string; version: number } | undefined,
): Variant =>
  promoted ? { ...variant, base: { type: 'agent', ...promoted, overrides: {} } } : variant

/** Of the version `from` runs, pinned, so that it stays what it was. */
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

/** The version as it is: what was overridden belonged to another. */
export function heldAgainst(plan: ComparisonPlan, agent: string, version: number): ComparisonPlan {
  const base = { type: 'agent' as const, agent, version, overrides: {} }
  return {
    ...plan,
    variants: plan.variants.map((variant) => pinned({ ...variant, base }, version)),
  }
}
