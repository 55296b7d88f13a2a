import type { Alert } from '@lathe/contract'
import { Link } from '@tanstack/react-router'
import { alertMeasures, describeRule } from '../../lib/alert-words.ts'
import type { Column } from '../../ui/data-table.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { AlertState } from './alert-state.tsx'
import { DeliveryState } from './delivery-state.tsx'
import { Sparkline } from './sparkline.tsx'
import styles from './alerts.module.css'

export const alertColumns: Column<Alert>[] = [
  {
    id: 'state',
    header: 'State',
    width: '150px',
    cell: (alert) => <AlertState alert={alert} />,
  },
  {
    id: 'name',
    header: 'Alert',
    cell: (alert) => (
      <span className={styles.cell}>
        <Link to="/alerts/$alertId" params={{ alertId: alert.id }} className={styles.name}>
          {alert.name}
        </Link>{' '}
        <span className={styles.muted} title={describeRule(alert)}>
          {describeRule(alert)}
        </span>
      </span>
    ),
  },
  {
    id: 'filter',
    header: 'Of traces',
    width: '16%',
    isSecondary: 'first',
    cell: ({ filter }) => (
      <span className={styles.cell} title={filter}>
        {filter === '' ? <span className={styles.muted}>all</span> : <code>{filter}</code>}
      </span>
    ),
  },
  {
    id: 'value',
    header: 'Last value',
    width: '90px',
    isNumeric: true,
    cell: ({ measure, value }) => alertMeasures[measure].format(value),
  },
  {
    id: 'recent',
    header: 'Last looks',
    width: '140px',
    isSecondary: true,
    cell: (alert) => <Sparkline {...alert} />,
  },
  {
    id: 'told',
    header: 'Webhook',
    width: '120px',
    cell: ({ webhookUrl, delivery, isMuted }) =>
      webhookUrl === null ? (
        <span className={styles.muted}>none</span>
      ) : delivery ? (
        <DeliveryState delivery={delivery} isMuted={isMuted} />
      ) : (
        <span className={styles.muted}>nothing sent</span>
      ),
  },
  {
    id: 'when',
    header: 'As of',
    width: '110px',
    isNumeric: true,
    cell: ({ lookedAt }) => (lookedAt === null ? '—' : <RelativeTime at={lookedAt} />),
  },
]
