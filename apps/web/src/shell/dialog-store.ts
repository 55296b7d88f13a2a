import { createSpotlight } from '@mantine/spotlight'
import { create } from 'zustand'
import { describeError } from '../lib/api/describe-error.ts'
import { showToast } from '../ui/feedback/undo-toast.tsx'
import { typeAhead } from './type-ahead.ts'

const [store, palette] = createSpotlight()

export const paletteStore = store

type Dialogs = {
  hasPalette: boolean
  hasKeySheet: boolean
  isKeySheetOpen: boolean
  /** Why the dialogs cannot be shown. While set, no dialog opens. */
  failure: string | undefined
}

/** Dialogs stay mounted after their first opening, so that the closing transition is visible. */
export const useDialogs = create<Dialogs>()(() => ({
  hasPalette: false,
  hasKeySheet: false,
  isKeySheetOpen: false,
  failure: undefined,
}))

export const preparePalette = () => useDialogs.setState({ hasPalette: true })

export function togglePalette(): void {
  if (showFailure()) return
  preparePalette()
  palette.toggle()
  if (store.getState().opened) typeAhead(store)
  else closePalette()
}

export function openKeySheet(): void {
  if (showFailure()) return
  useDialogs.setState({ hasKeySheet: true, isKeySheetOpen: true })
}

export const closeKeySheet = () => useDialogs.setState({ isKeySheetOpen: false })

export function failDialogs(error: unknown): void {
  useDialogs.setState({ failure: describeError(error).message, isKeySheetOpen: false })
  closePalette()
  showFailure()
}

/** Reports why the dialogs cannot open. Returns whether loading failed. */
function showFailure(): boolean {
  const { failure } = useDialogs.getState()
  if (failure !== undefined) showToast(failure, 'error')
  return failure !== undefined
}

const closePalette = () => store.updateState((state) => ({ ...state, opened: false, query: '' }))
