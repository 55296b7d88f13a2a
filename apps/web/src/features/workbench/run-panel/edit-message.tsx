import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { StartError } from './start-error.tsx'
import styles from './turn-tools.module.css'
import { Lacking } from '../../../ui/lacking.tsx'

type EditMessageProps = {
  text: string
  isPending: boolean
  error: Error | null
  onSend: (text: string) => void
  onCancel: () => void
}

/** Says a past message in other words, on a branch of its own. */
export function EditMessage({ text, isPending, error, onSend, onCancel }: EditMessageProps) {
  const [typed, setTyped] = useState(text)
  const send = () => {
    if (typed.trim() !== '' && !isPending) onSend(typed.trim())
  }
  return (
    <form
      className={styles.edit}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {error && <StartError error={error} />}
      <Textarea
        aria-label="Message to send instead"
        ref={focusAtEnd}
        autosize
        minRows={2}
        maxRows={10}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return
          if (event.key === 'Escape') {
            event.stopPropagation()
            onCancel()
          }
          if (event.key === 'Enter' && !event.shiftKey) {
            event.preventDefault()
            send()
          }
        }}
      />
      <div className={styles.actions}>
        <Lacking lack={typed.trim() === '' && 'There is nothing to send'}>
          <Button type="submit" size="xs" loading={isPending}>
            Send as a branch
          </Button>
        </Lacking>
        <Button size="xs" variant="subtle" color="gray" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

function focusAtEnd(field: HTMLTextAreaElement | null): void {
  if (!field || field === document.activeElement) return
  field.focus()
  field.setSelectionRange(field.value.length, field.value.length)
}
