import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router'
import { useEffect } from 'react'
import { failDialogs, preparePalette, useDialogs } from './dialog-store.ts'
import { lazyComponent } from '../ui/feedback/lazy-component.ts'
import { Suspense } from '../ui/feedback/suspense.tsx'

const loadPalette = () => import('./command-palette.tsx')
const CommandPalette = lazyComponent<'CommandPalette', object>(loadPalette, 'CommandPalette')
const KeySheet = lazyComponent(() => import('./key-sheet.tsx'), 'KeySheet')

/** Wait until the page has settled. Preloading then keeps keys typed right after the first ⌘K. */
const PREPARE_MS = 1_500

/** Command palette and list of hotkeys, both loaded after the first load. */
export function Dialogs() {
  const { hasPalette, hasKeySheet } = useDialogs()

  useEffect(() => {
    // A failed preload is silent; opening the palette tries again.
    const prepare = () => void loadPalette().then(preparePalette, () => {})
    const timer = setTimeout(prepare, PREPARE_MS)
    return () => clearTimeout(timer)
  }, [])

  return (
    <CatchBoundary getResetKey={() => 'dialogs'} errorComponent={DialogsFailure}>
      <Suspense fallback={null}>
        {hasPalette && <CommandPalette />}
        {hasKeySheet && <KeySheet />}
      </Suspense>
    </CatchBoundary>
  )
}

/** Shows nothing, so that the page stays usable without the palette. */
function DialogsFailure({ error }: ErrorComponentProps) {
  useEffect(() => failDialogs(error), [error])
  return null
}
