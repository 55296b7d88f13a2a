import { lazy, Suspense } from 'react'
import { useDialogs } from './dialog-store.ts'

const CommandPalette = lazy(async () => ({
  default: (await import('./command-palette.tsx')).CommandPalette,
}))
const KeySheet = lazy(async () => ({ default: (await import('./key-sheet.tsx')).KeySheet }))

/** The palette and the list of keys; their code comes when they are first wanted. */
export function Dialogs() {
  const { hasPalette, hasKeySheet } = useDialogs()
  return (
    <Suspense fallback={null}>
      {hasPalette && <CommandPalette />}
      {hasKeySheet && <KeySheet />}
    </Suspense>
  )
}
