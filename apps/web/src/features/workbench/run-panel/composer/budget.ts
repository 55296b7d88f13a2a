import type { RunBudget, RunError } from '@lathe/contract'
import type { Excess } from '@lathe/graph'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { formatCost, formatCount, formatDuration } from '../../../../lib/format/format.ts'
import { useWorkbench } from '../../workbench-context.ts'
import { omitKeys } from '../../../../lib/values/omit-keys.ts'

/** Formats `≤ 20.0 k tokens · $0.05`. Null without limits. */
export function budgetText({ tokens, costNanos, steps, wallClockMs }: RunBudget): string | null {
  const parts = [
    tokens !== undefined && `${formatCount(tokens)} tokens`,
    costNanos !== undefined && formatCost(costNanos),
    steps !== undefined && `${formatCount(steps)} ${steps === 1 ? 'step' : 'steps'}`,
    wallClockMs !== undefined && formatDuration(wallClockMs),
  ].filter((part) => part !== false)
  return parts.length === 0 ? null : `≤ ${parts.join(' · ')}`
}

/** Formats `Exceeds its budget: about 4.2 k of 1.0 k tokens.` */
export function excessText({ resource, limit, estimated, likelihood }: Excess): string {
  const format = resource === 'tokens' ? formatCount : formatCost
  const unit = resource === 'tokens' ? ' tokens' : ''
  const maxText = Number.isFinite(estimated.max)
    ? `up to ${format(estimated.max)}`
    : 'unlimited instead'
  switch (likelihood) {
    case 'always':
      return `Exceeds its budget: at least ${format(estimated.min)} of ${format(limit)}${unit}.`
    case 'usually':
      return `Usually exceeds its budget: about ${format(estimated.typical)} of ${format(limit)}${unit}.`
    default:
      return `May exceed its budget: ${maxText} of ${format(limit)}${unit}.`
  }
}

type AgentBudgets = {
  budgets: Readonly<Record<string, RunBudget>>
  setBudget: (agentId: string, budget: RunBudget) => void
}

const NO_BUDGET: RunBudget = {}

/** Budgets of runs started here, by agent. Stored in this browser. */
export const useBudgets = create<AgentBudgets>()(
  persist(
    (set) => ({
      budgets: {},
      setBudget: (agentId, budget) =>
        set(({ budgets }) => ({
          budgets:
            Object.keys(budget).length === 0
              ? omitKeys(budgets, agentId)
              : { ...budgets, [agentId]: budget },
        })),
    }),
    { name: 'lathe.budgets', version: 1 },
  ),
)

export function useAgentBudget() {
  const { agentId } = useWorkbench()
  const budget = useBudgets(({ budgets }) => budgets[agentId] ?? NO_BUDGET)
  const setBudget = useBudgets((state) => state.setBudget)
  return { budget, setBudget: (next: RunBudget) => setBudget(agentId, next) }
}

export type LimitName = keyof RunBudget
/** Limits as shown: seconds and dollars. Empty means the server's default. */
type FormLimits = Partial<Record<LimitName, number | string>>

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
export function limitsToRaise(error: RunError | null, budget: RunBudget): FormLimits {
  const raiseLimit = (name: LimitName): [LimitName, number | string] => {
    const currentLimit = budget[name]
    return [name, currentLimit === undefined ? '' : (2 * currentLimit) / LIMITS[name].unit]
  }
  return Object.fromEntries(limitNames(error, budget).map(raiseLimit))
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
export function toFormLimits(budget: RunBudget): FormLimits {
  const names = (Object.keys(LIMITS) as LimitName[]).filter((name) => budget[name] !== undefined)
  return Object.fromEntries(names.map((name) => [name, (budget[name] ?? 0) / LIMITS[name].unit]))
}

/** Returns the stopped run's budget with the raised limits. */
export function raisedBudget(budget: RunBudget, fields: FormLimits): RunBudget {
  const updated = { ...budget }
  for (const name of Object.keys(LIMITS) as LimitName[]) {
    const value = fields[name]
    if (value === undefined) continue
    const amount = Math.round(Number(value) * LIMITS[name].unit)
    if (value === '' || !(amount > 0)) delete updated[name]
    else updated[name] = amount
  }
  return updated
}
