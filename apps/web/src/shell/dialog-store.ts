import { createSpotlight } from '@mantine/spotlight'
import { create } from 'zustand'
import { typeAhead } from './type-ahead.ts'

const [store, palette] = createSpotlight()

export const paletteStore = store

type Dialogs = { hasPalette: boolean; hasKeySheet: boolean; isKeySheetOpen: boolean }

/** What has been wanted once stays mounted, so that its closing can be seen. */
export const useDialogs = create<Dialogs>()(() => ({
  hasPalette: false,
  hasKeySheet: false,
  isKeySheetOpen: false,
}))

export const preparePalette = () => useDialogs.setState({ hasPalette: true })

export function togglePalette(): void {
  preparePalette()
  palette.toggle()
  if (store.getState().opened) typeAhead(store)
}

export const closePalette = () => palette.close()

export const openKeySheet = () => useDialogs.setState({ hasKeySheet: true, isKeySheetOpen: true })

export const closeKeySheet = () => useDialogs.setState({ isKeySheetOpen: false })
