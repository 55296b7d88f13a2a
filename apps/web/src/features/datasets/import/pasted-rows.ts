import { useWindowEvent } from '@mantine/hooks'
import { isTyping } from '../../../lib/key-chords.ts'

/** Text in lines or columns that is pasted where nothing is being typed; true when it was taken. */
export function usePastedRows(onRows: (text: string) => boolean): void {
  useWindowEvent('paste', (event) => {
    const text = event.clipboardData?.getData('text/plain') ?? ''
    // Cells take what is pasted into them.
    if (event.defaultPrevented || isTyping(event.target) || !/[\n\t]/.test(text.trim())) return
    if (onRows(text)) event.preventDefault()
  })
}
