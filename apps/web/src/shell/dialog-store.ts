import { spotlight } from '@mantine/spotlight'
import { create } from 'zustand'

type Dialogs = { hasPalette: boolean; hasKeySheet: boolean; isKeySheetOpen: boolean }

/** What has been wanted once stays mounted, so that its closing can be seen. */
export const useDialogs = create<Dialogs>()(() => ({
  hasPalette: false,
  hasKeySheet: false,
  isKeySheetOpen: false,
}))

export function togglePalette(): void {
  useDialogs.setState({ hasPalette: true })
  spotlight.toggle()
}

export const openKeySheet = () => useDialogs.setState({ hasKeySheet: true, isKeySheetOpen: true })

export const closeKeySheet = () => useDialogs.setState({ isKeySheetOpen: false })
