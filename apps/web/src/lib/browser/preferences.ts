import { create } from 'zustand'
import { persist } from 'zustand/middleware'

type Preferences = {
  isSidebarExpanded: boolean
  /** Whether single letters act as hotkeys. Some assistive input needs them off (WCAG 2.1.4). */
  hasLetterKeys: boolean
  hasPromptPreview: boolean
  /** Sizes of each split by name. */
  paneSizes: Record<string, PaneSize[]>
  setSidebarExpanded: (isSidebarExpanded: boolean) => void
  setLetterKeys: (hasLetterKeys: boolean) => void
  setPromptPreview: (hasPromptPreview: boolean) => void
  setPaneSizes: (name: string, sizes: PaneSize[]) => void
}

export type PaneSize = number | `${number}%` | `${number}px` | `${number}rem`

/** Preferences of this browser, kept in local storage. */
export const usePreferences = create<Preferences>()(
  persist(
    (set) => ({
      isSidebarExpanded: false,
      hasLetterKeys: true,
      hasPromptPreview: true,
      paneSizes: {},
      setSidebarExpanded: (isSidebarExpanded) => set({ isSidebarExpanded }),
      setLetterKeys: (hasLetterKeys) => set({ hasLetterKeys }),
      setPromptPreview: (hasPromptPreview) => set({ hasPromptPreview }),
      setPaneSizes: (name, sizes) =>
        set((state) => ({ paneSizes: { ...state.paneSizes, [name]: sizes } })),
    }),
    { name: 'lathe.preferences', version: 2, migrate: migratePreferences },
  ),
)

/** Version 1 stored `isSidebarExpanded` as `isRailWide`. */
function migratePreferences(stored: unknown): Partial<Preferences> {
  const { isRailWide = false, ...rest } = Object(stored) as Partial<Preferences> & {
    isRailWide?: boolean
  }
  return { ...rest, isSidebarExpanded: isRailWide }
}
