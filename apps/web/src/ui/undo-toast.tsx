import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { announce } from './live-announcer.tsx'

const UNDO_MS = 10_000

type UndoToast = {
  /** What was done: "Agent support deleted". */
  message: string
  onUndo: () => void
}

/** Offers for ten seconds to take something back, instead of asking before it. */
export function showUndoToast({ message, onUndo }: UndoToast): void {
  const id = notifications.show({
    message: <UndoMessage message={message} onUndo={() => handleUndo()} />,
    autoClose: UNDO_MS,
    withBorder: true,
  })
  const handleUndo = () => {
    notifications.hide(id)
    onUndo()
  }
  announce(`${message}. Undo is offered for ten seconds.`)
}

/** A short note of something that went well, or did not, outside any pane. */
export function showToast(message: string, tone: 'plain' | 'error' = 'plain'): void {
  notifications.show({ message, withBorder: true, ...(tone === 'error' && { color: 'red' }) })
  announce(message)
}

function UndoMessage({ message, onUndo }: UndoToast) {
  return (
    <Group justify="space-between" wrap="nowrap">
      <Text size="sm">{message}</Text>
      <Button size="xs" variant="default" onClick={onUndo}>
        Undo
      </Button>
    </Group>
  )
}
