import type { Alert, AlertFiring } from '@lathe/contract'
import { Link } from '@tanstack/react-router'
import { alertMeasures, describeRule, measuredTraces } from '../../lib/alert-words.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { StatusIcon } from '../../ui/status-icon.tsx'
import styles from './overview.module.css'

export type FiringAlert = Alert & { firing: AlertFiring }

export const isFiring = (alert: Alert): alert is FiringAlert =>
  alert.firing !== null && !alert.isMuted

/** Leads to the traces that were measured. */
export function FiringAlertRow({ alert }: { alert: FiringAlert }) {
  const { name, firing, value } = alert
  return (
    <li data-status="error">
      <Link to="/traces" search={measuredTraces(firing.rule, firing.traces)}>
        <span aria-hidden>
          <StatusIcon status="error" />
        </span>
        <span className={styles.rowTitle}>Alert: {name}</span>
        <span className={styles.rowText}>{describeRule(alert)}</span>
        <span className={styles.rowText}>{alertMeasures[alert.measure].format(value)}</span>
        <RelativeTime at={firing.startedAt} />
      </Link>
    </li>
  )
}
