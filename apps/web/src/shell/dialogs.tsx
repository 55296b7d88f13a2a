import { lazy, Suspense, useEffect } from 'react'
import { preparePalette, useDialogs } from './dialog-store.ts'

const CommandPalette = lazy(async () => ({
  default: (await import('./command-palette.tsx')).CommandPalette,
}))
const KeySheet = lazy(async () => ({ default: (await import('./key-sheet.tsx')).KeySheet }))

/** Once the page has settled, so that what is typed right after the first ⌘K is not lost. */
const PREPARE_MS = 1_500

/** The palette and the list of keys; neither is in the first load. */
export function Dialogs() {
  const { hasPalette, hasKeySheet } = useDialogs()

  useEffect(() => {
    const timer = setTimeout(preparePalette, PREPARE_MS)
    return () => clearTimeout(timer)
  }, [])

  return (
    <Suspense fallback={null}>
      {hasPalette && <CommandPalette />}
      {hasKeySheet && <KeySheet />}
    </Suspense>
  )
}
