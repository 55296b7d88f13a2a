import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useEffect, useRef } from 'react'
import { announce } from './live-announcer.tsx'

const UNDO_MS = 10_000
const TICK_MS = 250

type UndoToast = {
  /** What was done: "Agent support deleted". */
  message: string
  onUndo: () => void
  /** What the button says, where it takes back a part only. */
  undo?: string
  /** Nobody has undone it, and nobody can any more. */
  onOver?: () => void
}

/** Offers for ten seconds to take something back, instead of asking before it. */
export function showUndoToast({ message, onUndo, undo = 'Undo', onOver }: UndoToast): void {
  let isSettled = false
  const handleOver = () => {
    window.removeEventListener('pagehide', handleGone)
    if (!isSettled) onOver?.()
    isSettled = true
  }
  // Who leaves the page undoes nothing any more, nor when it is shown again as it was.
  const handleGone = () => notifications.hide(id)
  window.addEventListener('pagehide', handleGone)
  const id = notifications.show({
    message: (
      <UndoMessage
        message={message}
        undo={undo}
        onUndo={() => handleUndo()}
        onLate={() => notifications.hide(id)}
      />
    ),
    autoClose: false,
    onClose: handleOver,
    withBorder: true,
  })
  const handleUndo = () => {
    isSettled = true
    notifications.hide(id)
    onUndo()
  }
  announce(`${message}. ${undo} is available for ten seconds.`)
}

/** A short note of something that went well, or did not, outside any pane; in the place of the one before of the same `id`. */
export function showToast(message: string, tone: 'plain' | 'error' = 'plain', id?: string): void {
  // One after the other in quick succession would cover what they are about.
  if (id !== undefined) notifications.hide(id)
  notifications.show({
    message,
    withBorder: true,
    ...(id !== undefined && { id }),
    ...(tone === 'error' && { color: 'red' }),
  })
  announce(message)
}

type UndoMessageProps = { message: string; undo: string; onUndo: () => void; onLate: () => void }

function UndoMessage({ message, undo, onUndo, onLate }: UndoMessageProps) {
  const root = useRef<HTMLDivElement>(null)
  const late = useRef(onLate)
  useEffect(() => {
    let left = UNDO_MS
    // However late it comes a tick counts as one: while the page is stuck nobody can undo anything.
    const timer = setInterval(() => {
      const toast = root.current?.closest('[role="alert"]')
      if (!toast?.matches(':hover, :focus-within')) left -= TICK_MS
      if (left <= 0) late.current()
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
