import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useEffect, useRef } from 'react'
import { announce } from './live-announcer.tsx'

const UNDO_MS = 10_000
const TICK_MS = 250

type UndoToast = {
  /** What happened: "Agent support deleted". */
  message: string
  onUndo: () => void
  /** Label of the button if it undoes only a part. */
  undoLabel?: string
  /** Called when undo is no longer possible. */
  onExpire?: () => void
}

/** Offers undo for ten seconds, instead of asking for confirmation first. */
export function showUndoToast({ message, onUndo, undoLabel = 'Undo', onExpire }: UndoToast): void {
  let isSettled = false
  const handleClose = () => {
    window.removeEventListener('pagehide', handlePageHide)
    if (!isSettled) onExpire?.()
    isSettled = true
  }
  // Leaving the page ends the offer, even if the page is restored from the back/forward cache.
  const handlePageHide = () => notifications.hide(id)
  window.addEventListener('pagehide', handlePageHide)
  const id = notifications.show({
    message: (
      <UndoMessage
        message={message}
        undo={undoLabel}
        onUndo={() => handleUndo()}
        onTimeout={() => notifications.hide(id)}
      />
    ),
    autoClose: false,
    onClose: handleClose,
    withBorder: true,
  })
  const handleUndo = () => {
    isSettled = true
    notifications.hide(id)
    onUndo()
  }
  announce(`${message}. ${undoLabel} is available for ten seconds.`)
}

/**
 * Shows a short success or error message outside any pane. Replaces an earlier toast with the same
 * `id`.
 */
export function showToast(message: string, tone: 'plain' | 'error' = 'plain', id?: string): void {
  // Toasts in quick succession would stack and cover the content.
  if (id !== undefined) notifications.hide(id)
  notifications.show({
    message,
    withBorder: true,
    ...(id !== undefined && { id }),
    ...(tone === 'error' && { color: 'red' }),
  })
  announce(message)
}

type UndoMessageProps = { message: string; undo: string; onUndo: () => void; onTimeout: () => void }

function UndoMessage({ message, undo, onUndo, onTimeout }: UndoMessageProps) {
  const root = useRef<HTMLDivElement>(null)
  const onTimeoutRef = useRef(onTimeout)
  useEffect(() => {
    let remainingMs = UNDO_MS
    // A late tick counts as one second: while the page is blocked, the user cannot undo.
    const timer = setInterval(() => {
      const toast = root.current?.closest('[role="alert"]')
      if (!toast?.matches(':hover, :focus-within')) remainingMs -= TICK_MS
      if (remainingMs <= 0) onTimeoutRef.current()
    }, TICK_MS)
    return () => clearInterval(timer)
  }, [])

  return (
    <Group justify="space-between" wrap="nowrap" ref={root}>
      <Text size="sm">{message}</Text>
      <Button size="xs" variant="default" flex="none" onClick={onUndo}>
        {undo}
      </Button>
    </Group>
  )
}
