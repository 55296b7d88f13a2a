import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import styles from './interrupts.module.css'

type RejectionProps = {
  onDone: (reason: string) => void
  onCancel: () => void
}

/** Asks for the reason of a rejection. The model receives it instead of a result. */
export function Rejection({ onDone, onCancel }: RejectionProps) {
  const [reason, setReason] = useState('')
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        onDone(reason.trim())
      }}
    >
      <Textarea
        label="Reason"
        description="The model receives this instead of a result."
        autosize
        ref={focusOnce}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <div className={styles.actions}>
        <Button type="submit" color="red">
          Reject
        </Button>
        <Button variant="subtle" color="gray" onClick={onCancel}>
          Back
        </Button>
      </div>
    </form>
  )
}

const focusOnce = (element: HTMLElement | null) => element?.focus()
