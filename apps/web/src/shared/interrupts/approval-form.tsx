import { Button } from '@mantine/core'
import type { Interrupt, InterruptAnswer, ToolDecision } from '@lathe/contract'
import { useEffect, useState } from 'react'
import { plural } from '../../lib/format/format.ts'
import { omitKeys } from '../../lib/values/omit-keys.ts'
import { announce } from '../../ui/feedback/live-announcer.tsx'
import { ApprovalCall } from './approval-call.tsx'
import styles from './interrupts.module.css'

export type PendingCall = Extract<Interrupt, { kind: 'approval' }>['calls'][number]

type ApprovalFormProps = {
  calls: readonly PendingCall[]
  onAnswer: (answer: InterruptAnswer) => void
}

/** Collects one decision per call. The keys act on the first undecided call. */
export function ApprovalForm({ calls, onAnswer }: ApprovalFormProps) {
  const [decisions, setDecisions] = useState<Readonly<Record<string, ToolDecision>>>({})
  const next = calls.find((call) => !(call.id in decisions))

  useEffect(() => announce(`${plural(calls.length, 'tool call')} to approve`), [calls])

  const decideAll = (all: Readonly<Record<string, ToolDecision>>) => {
    setDecisions(all)
    const inOrder = calls.flatMap((call) => all[call.id] ?? [])
    if (inOrder.length === calls.length) onAnswer({ kind: 'approval', decisions: inOrder })
  }

  return (
    <div className={styles.form}>
      {calls.map((call) => (
        <ApprovalCall
          key={call.id}
          call={call}
          decision={decisions[call.id]}
          hasKeys={call.id === next?.id}
          onDecide={(decision) => decideAll({ ...decisions, [call.id]: decision })}
          onReopen={() => setDecisions(omitKeys(decisions, call.id))}
        />
      ))}
      {calls.length > 1 && (
        <div className={styles.actions}>
          <Button
            variant="default"
            onClick={() =>
              decideAll({
                ...Object.fromEntries(calls.map(({ id }) => [id, { type: 'approve' as const }])),
                ...decisions,
              })
            }
          >
            Approve the rest
          </Button>
        </div>
      )}
    </div>
  )
}
