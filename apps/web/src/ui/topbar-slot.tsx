import { type ReactNode, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'

const TOPBAR_SLOT_ID = 'topbar-slot'

/** Where the shell lets pages put controls of their own. */
export function TopbarSlot({ className }: { className?: string | undefined }) {
  return <div id={TOPBAR_SLOT_ID} className={className} />
}

type TopbarControlsProps = {
  children: ReactNode
}

const subscribeToNothing = () => () => {}

/** Shows its children in the breadcrumb line: a time range, a live switch. */
export function TopbarControls({ children }: TopbarControlsProps) {
  const slot = useSyncExternalStore(subscribeToNothing, () =>
    document.getElementById(TOPBAR_SLOT_ID),
  )
  return slot && createPortal(children, slot)
}
