import { useTimeout } from '@mantine/hooks'
import { useState } from 'react'
import { CLIPBOARD_DENIED, copyText } from '../../lib/browser/copy-text.ts'
import { announce } from '../feedback/live-announcer.tsx'
import { showToast } from '../feedback/undo-toast.tsx'

const SHOWN_MS = 1_500

/** Copies a text and sets `isCopied` for a moment. */
export function useCopy() {
  const [isCopied, setIsCopied] = useState(false)
  const { start } = useTimeout(() => setIsCopied(false), SHOWN_MS)
  const copy = async (text: string) => {
    const isDone = await copyText(text)
    setIsCopied(isDone)
    if (isDone) {
      announce('Copied')
      start()
    } else showToast(CLIPBOARD_DENIED, 'error')
  }
  return { copy, isCopied }
}
