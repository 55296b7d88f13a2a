import type { ComparisonDetail, ComparisonPlan } from '@lathe/contract'
import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import type { Autosave } from './plan/autosave.ts'
import type { PlanState, PlanStore } from './plan/plan-store.ts'

export type ComparisonContext = {
  detail: ComparisonDetail
  /** False while only the first rows' cells are loaded. */
  isFullyLoaded: boolean
  store: PlanStore
  autosave: Autosave
}

const Context = createContext<ComparisonContext | null>(null)

export const ComparisonProvider = Context.Provider

/** The comparison of this page. */
export function useComparison(): ComparisonContext {
  const comparison = useContext(Context)
  if (!comparison) throw new Error('useComparison must be used inside ComparisonProvider')
  return comparison
}

export function usePlan<T>(select: (state: PlanState) => T): T {
  return useStore(useComparison().store, select)
}

const selectPlan = ({ plan }: PlanState): ComparisonPlan => plan

export const useFullPlan = (): ComparisonPlan => usePlan(selectPlan)

export const useEdit = (): PlanState['edit'] => usePlan(({ edit }) => edit)
