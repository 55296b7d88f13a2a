import type { SpotlightStore } from '@mantine/spotlight'

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
