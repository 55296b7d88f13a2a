import type { Alert, RunStatus, AlertDelivery } from '@lathe/contract'
import { alertStates } from '../../lib/format/alert-labels.ts'
import { StatusIcon } from '../../ui/status/status-icon.tsx'
import styles from './alerts.module.css'

const shapes: Record<Alert['state'], RunStatus> = {
  waiting: 'pending',
  ok: 'success',
  firing: 'error',
  'no-data': 'cancelled',
}

type AlertStateProps = { alert: Pick<Alert, 'state' | 'isMuted' | 'problem'> }

export function AlertState({ alert: { state, isMuted, problem } }: AlertStateProps) {
  return (
    <span className={styles.state} title={problem ?? undefined}>
      <span aria-hidden>
        <StatusIcon status={problem === null ? shapes[state] : 'error'} />
      </span>
      {problem === null ? alertStates[state] : 'Cannot be evaluated'}
      {isMuted && <span className={styles.muted}>muted</span>}
    </span>
  )
}

type DeliveryStateProps = { delivery: AlertDelivery; isMuted: boolean }

/** Whether the webhook has received a message, and its error if not. */
export function DeliveryState({ delivery, isMuted }: DeliveryStateProps) {
  const { status, attempts, error } = delivery
  const words = {
    sent: 'sent',
    failed: 'not delivered',
    waiting: isMuted ? 'held while muted' : attempts === 0 ? 'sending' : 'retrying',
  }
  const isQuiet = status === 'sent' || (status === 'waiting' && isMuted)
  return (
    <span className={isQuiet ? styles.muted : styles.failed} title={error ?? undefined}>
      {words[status]}
    </span>
  )
}
