import { create } from 'zustand'
import { persist } from 'zustand/middleware'

type Dock = {
  /** Position of the run panel: a tab beside the canvas or a pane below it. */
  dock: 'side' | 'bottom'
  toggle: () => void
}

export const useDock = create<Dock>()(
  persist(
    (set) => ({
      dock: 'side',
      toggle: () => set(({ dock }) => ({ dock: dock === 'side' ? 'bottom' : 'side' })),
    }),
    { name: 'lathe.workbench', version: 1 },
  ),
)
