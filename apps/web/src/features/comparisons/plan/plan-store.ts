import type { ComparisonPlan } from '@lathe/contract'
import { temporal } from 'zundo'
import { createStore } from 'zustand/vanilla'

/** Edits within this time are undone together. */
const PAUSE_MS = 600
const STEPS = 100

export type EditedPlan = { name: string; plan: ComparisonPlan }

export type PlanState = EditedPlan & {
  edit: (change: (plan: ComparisonPlan) => ComparisonPlan) => void
  rename: (name: string) => void
}

export type PlanStore = ReturnType<typeof createPlanStore>

/** The edited plan with its undo history. */
export function createPlanStore({ name, plan }: EditedPlan) {
  let lastEdit = 0
  return createStore<PlanState>()(
    temporal(
      (set) => ({
        name,
        plan,
        edit: (change) => set((state) => ({ plan: change(state.plan) })),
        rename: (next) => set({ name: next }),
      }),
      {
        limit: STEPS,
        partialize: ({ name, plan }): EditedPlan => ({ name, plan }),
        equality: (a, b) => a.plan === b.plan && a.name === b.name,
        handleSet: (record) => (previous, replace) => {
          const now = Date.now()
          // Zundo passes the state before the change, but types its setter for the store's.
          if (now - lastEdit > PAUSE_MS) record(previous, replace as false)
          lastEdit = now
        },
      },
    ),
  )
}

/** Adopts another user's version and clears the history. */
export function adoptRevision(store: PlanStore, { name, plan }: EditedPlan): void {
  const history = store.temporal.getState()
  history.pause()
  store.setState({ name, plan })
  history.resume()
  history.clear()
}

/** Adopts a merged version. Undo leads to the other user's version. */
export function adoptMerge(store: PlanStore, merged: EditedPlan, { name, plan }: EditedPlan): void {
  adoptRevision(store, merged)
  store.temporal.setState({ pastStates: [{ name, plan }] })
}
