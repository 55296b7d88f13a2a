import type { ClipboardEvent, DragEvent } from 'react'
import { pictureFiles } from '../../lib/values/pasted-pictures.ts'
import { showToast } from '../feedback/undo-toast.tsx'

/** Handles pictures pasted or dropped into a text field. */
export function acceptPictures(take: (pictures: File[]) => void) {
  const takeFrom = (event: ClipboardEvent | DragEvent, given: DataTransfer) => {
    const pictures = pictureFiles(given)
    if (pictures.length === 0) return
    event.preventDefault()
    event.stopPropagation()
    take(pictures)
  }
  return {
    onPasteCapture: (event: ClipboardEvent) => takeFrom(event, event.clipboardData),
    onDropCapture: (event: DragEvent) => takeFrom(event, event.dataTransfer),
    // Otherwise the browser leaves the page to open the dropped file.
    onDragOverCapture: (event: DragEvent) => {
      if (event.dataTransfer.types.includes('Files')) event.preventDefault()
    },
  }
}

/** Shows an error when a picture is pasted or dropped where only text is accepted. */
export const rejectPictures = (instead: string) =>
  acceptPictures(() => showToast(instead, 'error', 'no-pictures'))
