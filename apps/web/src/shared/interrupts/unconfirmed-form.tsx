import { Button } from '@mantine/core'
import type { InterruptAnswer, Json, ToolDecision } from '@lathe/contract'
import { useState } from 'react'
import { useHotkeys } from '../../lib/browser/hotkeys.ts'
import { JsonView } from '../../ui/json/json-view.tsx'
import { Keys } from '../../ui/layout/keys.tsx'
import { JsonField } from '../../ui/schema-form/json-field.tsx'
import type { PendingCall } from './approval-form.tsx'
import styles from './interrupts.module.css'
import { Rejection } from './rejection.tsx'

type UnconfirmedFormProps = {
  calls: readonly PendingCall[]
  onAnswer: (answer: InterruptAnswer) => void
}

type Mode = 'look' | 'respond' | 'reject'

/** Asks whether a call took effect that was in flight when its server stopped. */
export function UnconfirmedForm({ calls, onAnswer }: UnconfirmedFormProps) {
  const [mode, setMode] = useState<Mode>('look')
  const decide = (decision: ToolDecision) =>
    onAnswer({ kind: 'approval', decisions: calls.map(() => decision) })
  const repeatCall = () => decide({ type: 'approve' })

  useHotkeys(
    mode === 'look'
      ? [
          { keys: 'a', label: 'Repeat call', run: repeatCall },
          { keys: 'e', label: 'Enter the result of the call', run: () => setMode('respond') },
          { keys: 'x', label: 'Continue without the call', run: () => setMode('reject') },
        ].map((hotkey) => ({ ...hotkey, group: 'Run' }))
      : [],
  )

  return (
    <div className={styles.form}>
      <p className={styles.message}>
        The server stopped during this call. The call may have taken effect, so Lathe does not
        repeat it automatically. Check the external system first.
      </p>
      {calls.map((call) => (
        <div key={call.id} className={styles.call}>
          <p className={styles.callName}>
            <code>{call.name}</code>
            {call.description !== '' && <span>{call.description}</span>}
          </p>
          <JsonView label="Arguments" value={call.args} />
        </div>
      ))}
      {mode === 'look' && (
        <div className={styles.actions}>
          <Button variant="default" rightSection={<Keys keys="a" />} onClick={repeatCall}>
            It did not happen: repeat call
          </Button>
          <Button
            variant="default"
            rightSection={<Keys keys="e" />}
            onClick={() => setMode('respond')}
          >
            It happened…
          </Button>
          <Button
            variant="default"
            rightSection={<Keys keys="x" />}
            onClick={() => setMode('reject')}
          >
            Continue without it…
          </Button>
        </div>
      )}
      {mode === 'respond' && (
        <Response
          onDone={(result) => decide({ type: 'respond', result })}
          onCancel={() => setMode('look')}
        />
      )}
      {mode === 'reject' && (
        <Rejection
          onDone={(reason) => decide({ type: 'reject', reason })}
          onCancel={() => setMode('look')}
        />
      )}
    </div>
  )
}

type ResponseProps = { onDone: (result: Json) => void; onCancel: () => void }

function Response({ onDone, onCancel }: ResponseProps) {
  const [result, setResult] = useState<Json>(null)
  const [isInvalid, setInvalid] = useState(false)
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        onDone(result)
      }}
    >
      <JsonField
        label="Result"
        shape="any"
        value={result}
        onInput={(input) => {
          setInvalid('problem' in input)
          if ('value' in input) setResult(input.value ?? null)
        }}
      />
      <div className={styles.actions}>
        <Button type="submit" disabled={isInvalid}>
          Continue with this result
        </Button>
        <Button variant="subtle" color="gray" onClick={onCancel}>
          Back
        </Button>
      </div>
    </form>
  )
}
