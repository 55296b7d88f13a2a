import type { ClipboardEvent, DragEvent } from 'react'
import { picturesIn } from '../lib/pictures-in.ts'
import { showToast } from './undo-toast.tsx'

/** Of fields for text: what becomes of pictures that are pasted or dropped there. */
export function onPictures(take: (pictures: File[]) => void) {
  const takeFrom = (event: ClipboardEvent | DragEvent, given: DataTransfer) => {
    const pictures = picturesIn(given)
    if (pictures.length === 0) return
    event.preventDefault()
    event.stopPropagation()
    take(pictures)
  }
  return {
    onPasteCapture: (event: ClipboardEvent) => takeFrom(event, event.clipboardData),
    onDropCapture: (event: DragEvent) => takeFrom(event, event.dataTransfer),
    // Else the browser leaves the page to show the file that is dropped.
    onDragOverCapture: (event: DragEvent) => {
      if (event.dataTransfer.types.includes('Files')) event.preventDefault()
    },
  }
}

/** A picture is told to have no place there, where it would vanish without a word. */
export const noPictures = (instead: string) =>
  onPictures(() => showToast(instead, 'error', 'no-pictures'))
