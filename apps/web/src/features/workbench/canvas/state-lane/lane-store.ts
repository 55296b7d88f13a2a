import { create } from 'zustand'
import { persist } from 'zustand/middleware'

type Lane = { isOpen: boolean; toggle: () => void }

/** Whether the lane is open; remembered by the browser. */
export const useLane = create<Lane>()(
  persist(
    (set) => ({
      isOpen: true,
      toggle: () => set(({ isOpen }) => ({ isOpen: !isOpen })),
    }),
    { name: 'lathe.state-lane', version: 1 },
  ),
)
