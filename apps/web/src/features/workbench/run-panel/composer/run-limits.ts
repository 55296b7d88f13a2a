import type { RunBudget, RunError } from '@lathe/contract'

export type LimitName = keyof RunBudget
/** As shown: seconds and dollars; empty leaves it to the server's own limit. */
type ShownLimits = Partial<Record<LimitName, number | string>>

type Limit = {
  label: string
  /** How much of the budget one of what is shown is. */
  unit: number
}

export const LIMITS: Readonly<Record<LimitName, Limit>> = {
  tokens: { label: 'Tokens it may use', unit: 1 },
  costNanos: { label: 'Dollars it may cost', unit: 1e9 },
  steps: { label: 'Steps it may take', unit: 1 },
  wallClockMs: { label: 'Seconds it may take', unit: 1_000 },
}

/** The limits a run may have stopped at, with twice what it had. */
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
      // With a node it is the node's own time that was up.
      return error.node === undefined ? ['wallClockMs'] : []
    default:
      return []
  }
}

/** A budget as it is shown. */
export function shownBudget(budget: RunBudget): ShownLimits {
  const names = (Object.keys(LIMITS) as LimitName[]).filter((name) => budget[name] !== undefined)
  return Object.fromEntries(names.map((name) => [name, (budget[name] ?? 0) / LIMITS[name].unit]))
}

/** The budget of the run that goes on: that of the one that stopped, with what was raised. */
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
