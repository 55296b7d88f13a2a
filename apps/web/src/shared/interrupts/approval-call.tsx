import { Button } from '@mantine/core'
import type { ToolDecision } from '@lathe/contract'
import { useState } from 'react'
import { useHotkeys } from '../../lib/browser/hotkeys.ts'
import { JsonView } from '../../ui/json/json-view.tsx'
import { Keys } from '../../ui/layout/keys.tsx'
import type { PendingCall } from './approval-form.tsx'
import { EditArguments } from './edit-arguments.tsx'
import styles from './interrupts.module.css'
import { Rejection } from './rejection.tsx'

type ApprovalCallProps = {
  call: PendingCall
  decision: ToolDecision | undefined
  /** Whether the keys a, e and x act on this call. */
  hasKeys: boolean
  onDecide: (decision: ToolDecision) => void
  /** Reopens the decision while other calls are undecided. */
  onReopen: () => void
}

type Mode = 'look' | 'edit' | 'reject'

const DECISION_LABELS = {
  approve: 'Approved',
  edit: 'Approved with changed arguments',
  reject: 'Rejected',
  respond: 'Result entered',
}

export function ApprovalCall(props: ApprovalCallProps) {
  const { call, decision, hasKeys, onDecide, onReopen } = props
  const [mode, setMode] = useState<Mode>('look')
  const isOpen = decision === undefined

  useHotkeys(
    hasKeys && mode === 'look'
      ? [
          { keys: 'a', label: 'Approve call', run: () => onDecide({ type: 'approve' }) },
          { keys: 'e', label: 'Edit arguments', run: () => setMode('edit') },
          { keys: 'x', label: 'Reject call', run: () => setMode('reject') },
        ].map((hotkey) => ({ ...hotkey, group: 'Run' }))
      : [],
  )

  return (
    <div className={styles.call}>
      <p className={styles.callName}>
        <code>{call.name}</code>
        {call.description !== '' && <span>{call.description}</span>}
      </p>
      {decision && (
        <div className={styles.decided}>
          <p className={styles.note}>{DECISION_LABELS[decision.type]}</p>
          <Button
            variant="subtle"
            size="compact-xs"
            aria-label={`Change the decision for ${call.name}`}
            onClick={() => {
              setMode('look')
              onReopen()
            }}
          >
            Change
          </Button>
        </div>
      )}
      {isOpen && mode === 'edit' && (
        <EditArguments
          call={call}
          onDone={(args) => onDecide({ type: 'edit', args })}
          onCancel={() => setMode('look')}
        />
      )}
      {isOpen && mode !== 'edit' && <JsonView label="Arguments" value={call.args} />}
      {isOpen && mode === 'reject' && (
        <Rejection
          onDone={(reason) => onDecide({ type: 'reject', reason })}
          onCancel={() => setMode('look')}
        />
      )}
      {isOpen && mode === 'look' && (
        <div className={styles.actions}>
          <Button
            rightSection={hasKeys && <Keys keys="a" />}
            onClick={() => onDecide({ type: 'approve' })}
          >
            Approve
          </Button>
          <Button
            variant="default"
            rightSection={hasKeys && <Keys keys="e" />}
            onClick={() => setMode('edit')}
          >
            Edit
          </Button>
          <Button
            variant="default"
            rightSection={hasKeys && <Keys keys="x" />}
            onClick={() => setMode('reject')}
          >
            Reject
          </Button>
        </div>
      )}
    </div>
  )
}
