import type { RunBudget } from '@lathe/contract'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { useWorkbench } from '../workbench-context.ts'
import { without } from '../../../lib/without.ts'

type AgentBudgets = {
  budgets: Readonly<Record<string, RunBudget>>
  setBudget: (agentId: string, budget: RunBudget) => void
}

const NONE: RunBudget = {}

/** What runs started here may take, by agent; this browser remembers it. */
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
