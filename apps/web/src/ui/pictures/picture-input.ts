import type { ClipboardEvent, DragEvent } from 'react'
import { pictureFiles } from '../../lib/values/pictures.ts'
import { showToast } from '../feedback/undo-toast.tsx'

/** Handles pictures pasted or dropped into a text field. */
export function acceptPictures(onPictures: (pictures: File[]) => void) {
  const handleTransfer = (event: ClipboardEvent | DragEvent, transfer: DataTransfer) => {
    const pictures = pictureFiles(transfer)
    if (pictures.length === 0) return
    event.preventDefault()
    event.stopPropagation()
    onPictures(pictures)
  }
  return {
    onPasteCapture: (event: ClipboardEvent) => handleTransfer(event, event.clipboardData),
    onDropCapture: (event: DragEvent) => handleTransfer(event, event.dataTransfer),
    // Otherwise the browser leaves the page to open the dropped file.
    onDragOverCapture: (event: DragEvent) => {
      if (event.dataTransfer.types.includes('Files')) event.preventDefault()
    },
  }
}

/** Shows an error when a picture is pasted or dropped where only text is accepted. */
export const rejectPictures = (advice: string) =>
  acceptPictures(() => showToast(advice, 'error', 'no-pictures'))
