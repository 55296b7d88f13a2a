import type { RunBudget } from '@lathe/contract'
import type { Excess } from '@lathe/graph'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { formatCost, formatCount, formatDuration } from '../../../../lib/format.ts'
import { useWorkbench } from '../../workbench-context.ts'
import { without } from '../../../../lib/without.ts'

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
export function excessText({ of, limit, estimated, when }: Excess): string {
  const format = of === 'tokens' ? formatCount : formatCost
  const unit = of === 'tokens' ? ' tokens' : ''
  const maxText = Number.isFinite(estimated.max)
    ? `up to ${format(estimated.max)}`
    : 'unlimited instead'
  switch (when) {
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

const NONE: RunBudget = {}

/** Budgets of runs started here, by agent. Stored in this browser. */
export const useBudgets = create<AgentBudgets>()(
  persist(
    (set) => ({
      budgets: {},
      setBudget: (agentId, budget) =>
        set(({ budgets }) => ({
          budgets:
            Object.keys(budget).length === 0
              ? without(budgets, agentId)
              : { ...budgets, [agentId]: budget },
        })),
    }),
    { name: 'lathe.budgets', version: 1 },
  ),
)

export function useAgentBudget() {
  const { agentId } = useWorkbench()
  const budget = useBudgets(({ budgets }) => budgets[agentId] ?? NONE)
  const setBudget = useBudgets((state) => state.setBudget)
  return { budget, setBudget: (next: RunBudget) => setBudget(agentId, next) }
}
