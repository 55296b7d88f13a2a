import type { ClipboardEvent, DragEvent } from 'react'
import { picturesIn } from '../lib/pictures-in.ts'
import { showToast } from './undo-toast.tsx'

const refuse = (event: ClipboardEvent | DragEvent, given: DataTransfer, instead: string) => {
  if (picturesIn(given).length === 0) return
  event.preventDefault()
  event.stopPropagation()
  showToast(instead, 'error', 'no-pictures')
}

/** Of fields for text: a picture that is put into one is told to have no place there, where it would vanish without a word. */
export const noPictures = (instead: string) => ({
  onPasteCapture: (event: ClipboardEvent) => refuse(event, event.clipboardData, instead),
  onDropCapture: (event: DragEvent) => refuse(event, event.dataTransfer, instead),
  // Else the browser leaves the page to show the file that is dropped.
  onDragOverCapture: (event: DragEvent) => {
    if (event.dataTransfer.types.includes('Files')) event.preventDefault()
  },
})
