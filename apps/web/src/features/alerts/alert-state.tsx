import type { Alert, RunStatus } from '@lathe/contract'
import { alertStates } from '../../lib/alert-words.ts'
import { StatusIcon } from '../../ui/status-icon.tsx'
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
      {problem === null ? alertStates[state] : 'Cannot be looked at'}
      {isMuted && <span className={styles.muted}>muted</span>}
    </span>
  )
}
