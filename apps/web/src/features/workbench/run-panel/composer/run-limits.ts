import type { RunBudget, RunError } from '@lathe/contract'

export type LimitName = keyof RunBudget
/** Limits as shown: seconds and dollars. Empty means the server's default. */
type ShownLimits = Partial<Record<LimitName, number | string>>

type Limit = {
  label: string
  /** Budget units per shown unit. */
  unit: number
}

export const LIMITS: Readonly<Record<LimitName, Limit>> = {
  tokens: { label: 'Max tokens', unit: 1 },
  costNanos: { label: 'Max cost in dollars', unit: 1e9 },
  steps: { label: 'Max steps', unit: 1 },
  wallClockMs: { label: 'Max seconds', unit: 1_000 },
}

/** Returns the limits at which a run may have stopped, doubled. */
export function limitsToRaise(error: RunError | null, budget: RunBudget): ShownLimits {
  const raised = (name: LimitName): [LimitName, number | string] => {
    const had = budget[name]
    return [name, had === undefined ? '' : (2 * had) / LIMITS[name].unit]
  }
  return Object.fromEntries(limitNames(error, budget).map(raised))
}

function limitNames(error: RunError | null, budget: RunBudget): LimitName[] {
  switch (error?.code) {
    case 'BUDGET_EXCEEDED':
      return (['tokens', 'costNanos'] as const).filter((name) => budget[name] !== undefined)
    case 'RECURSION_LIMIT':
      return ['steps']
    case 'TIMEOUT':
      // With a node, its own timeout was reached.
      return error.node === undefined ? ['wallClockMs'] : []
    default:
      return []
  }
}

/** Converts a budget to shown units. */
export function shownBudget(budget: RunBudget): ShownLimits {
  const names = (Object.keys(LIMITS) as LimitName[]).filter((name) => budget[name] !== undefined)
  return Object.fromEntries(names.map((name) => [name, (budget[name] ?? 0) / LIMITS[name].unit]))
}

/** Returns the stopped run's budget with the raised limits. */
export function raisedBudget(budget: RunBudget, fields: ShownLimits): RunBudget {
  const raised = { ...budget }
  for (const name of Object.keys(LIMITS) as LimitName[]) {
    const value = fields[name]
    if (value === undefined) continue
    const amount = Math.round(Number(value) * LIMITS[name].unit)
    if (value === '' || !(amount > 0)) delete raised[name]
    else raised[name] = amount
  }
  return raised
}
