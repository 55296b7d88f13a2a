import { createSpotlight, type SpotlightStore } from '@mantine/spotlight'
import { create } from 'zustand'
import { describeError } from '../lib/api/describe-error.ts'
import { showToast } from '../ui/feedback/undo-toast.tsx'

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

/**
 * Collects typed keys as the query from opening until the palette has the focus, and hides them
 * from the page's hotkeys.
 */
export function typeAhead(palette: SpotlightStore): void {
  const release = () => document.removeEventListener('keydown', handleKeyDown, { capture: true })
  const handleKeyDown = (event: KeyboardEvent) => {
    const isInDialog = event.target instanceof Element && event.target.closest('[role="dialog"]')
    if (isInDialog || !palette.getState().opened) return release()
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
    if (!isTyping(event.key)) return
    event.preventDefault()
    event.stopPropagation()
    palette.updateState((state) => ({
      ...state,
      opened: event.key !== 'Escape',
      query: applyKey(state.query, event.key),
    }))
  }
  document.addEventListener('keydown', handleKeyDown, { capture: true })
}

function applyKey(text: string, key: string): string {
  if (key === 'Escape') return ''
  if (key === 'Backspace') return text.slice(0, -1)
  return text + key
}

const isTyping = (key: string) => key.length === 1 || key === 'Backspace' || key === 'Escape'
