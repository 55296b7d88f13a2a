import { useWindowEvent } from '@mantine/hooks'
import { isTyping } from '../../../lib/browser/key-chords.ts'

/** Calls `onRows` with tabular text pasted outside text fields, until it returns true. */
export function usePastedRows(onRows: (text: string) => boolean): void {
  useWindowEvent('paste', (event) => {
    const text = event.clipboardData?.getData('text/plain') ?? ''
    // Grid cells handle their own paste.
    if (event.defaultPrevented || isTyping(event.target) || !/[\n\t]/.test(text.trim())) return
    if (onRows(text)) event.preventDefault()
  })
}
