import { type ReactNode, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'

const TOPBAR_SLOT_ID = 'topbar-slot'

/** Slot in the top bar for the controls of a page. */
export function TopbarSlot({ className }: { className?: string | undefined }) {
  return <div id={TOPBAR_SLOT_ID} className={className} />
}

type TopbarControlsProps = {
  children: ReactNode
}

const subscribeToNothing = () => () => {}

/** Renders its children into the top bar: a time range, a live switch. */
export function TopbarControls({ children }: TopbarControlsProps) {
  const slot = useSyncExternalStore(subscribeToNothing, () =>
    document.getElementById(TOPBAR_SLOT_ID),
  )
  return slot && createPortal(children, slot)
}
