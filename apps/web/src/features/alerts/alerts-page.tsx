import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { Alert } from '@lathe/contract'
import { api } from '../../lib/api/api.ts'
import { useHotkeys } from '../../lib/browser/hotkeys.ts'
import { DataTable, type Column } from '../../ui/table/data-table.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Keys } from '../../ui/layout/keys.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { alertMeasures, describeRule } from '../../lib/format/alert-labels.ts'
import { RelativeTime } from '../../ui/status/relative-time.tsx'
import { AlertState, DeliveryState } from './alert-state.tsx'
import styles from './alerts.module.css'

export function AlertsPage() {
  const navigate = useNavigate()
  const { data: alerts } = useSuspenseQuery(
    api.alerts.list.queryOptions({ input: {}, refetchInterval: 10_000 }),
  )
  useHotkeys([
    {
      keys: 'n',
      label: 'New alert',
      group: 'Alerts',
      run: () => void navigate({ to: '/alerts/new', search: {} }),
    },
  ])
  const button = (
    <Button
      leftSection={<IconPlus size={14} />}
      rightSection={<Keys keys="n" />}
      renderRoot={(props) => <Link to="/alerts/new" search={{}} {...props} />}
    >
      New alert
    </Button>
  )

  return (
    <div className={styles.page}>
      <PageHeader title="Alerts" actions={alerts.length > 0 && button} />
      {alerts.length === 0 ? (
        <EmptyState
          title="No alerts yet"
          hint="An alert evaluates the traces that match a filter. It fires when too many fail, take too long or cost too much, or when none arrive. Firing alerts appear on the overview and can call a webhook."
          action={button}
        />
      ) : (
        <DataTable
          label="Alerts"
          columns={alertColumns}
          rows={alerts}
          rowId={({ id }) => id}
          onOpen={({ id }) => void navigate({ to: '/alerts/$alertId', params: { alertId: id } })}
          options={{
            rowHeight: 36,
            tone: ({ state, isMuted }) => (state === 'firing' && !isMuted ? 'error' : undefined),
          }}
        />
      )}
    </div>
  )
}

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
    header: 'Filter',
    width: '16%',
    isSecondary: 'first',
    cell: ({ filter }) => (
      <span className={styles.cell} title={filter}>
        {filter === '' ? <span className={styles.muted}>All traces</span> : <code>{filter}</code>}
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
    header: 'History',
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
        <span className={styles.muted}>None</span>
      ) : delivery ? (
        <DeliveryState delivery={delivery} isMuted={isMuted} />
      ) : (
        <span className={styles.muted}>Nothing sent</span>
      ),
  },
  {
    id: 'when',
    header: 'Evaluated',
    width: '110px',
    isNumeric: true,
    cell: ({ evaluatedAt }) => (evaluatedAt === null ? '—' : <RelativeTime time={evaluatedAt} />),
  },
]

const [WIDTH, HEIGHT, EDGE] = [120, 20, 2]

type SparklineProps = Pick<Alert, 'recent' | 'threshold'>

/** The recent values with the threshold as a dashed line. The alert page shows the numbers. */
export function Sparkline({ recent, threshold }: SparklineProps) {
  const values = recent.flatMap(({ value }) => (value === null ? [] : [value]))
  if (values.length < 2) return <span className={styles.muted}>—</span>
  const low = Math.min(threshold, ...values)
  const max = Math.max(threshold, ...values)
  const y = (value: number) =>
    HEIGHT - EDGE - ((value - low) / (max - low || 1)) * (HEIGHT - 2 * EDGE)
  const x = (index: number) => (index / Math.max(1, recent.length - 1)) * WIDTH
  return (
    <svg
      className={styles.spark}
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      aria-hidden
    >
      <path className={styles.bound} d={`M0 ${y(threshold)}H${WIDTH}`} />
      {splitAtGaps(recent).map((segment) => (
        <polyline
          key={segment[0]?.index}
          points={segment.map(({ index, value }) => `${x(index)},${y(value)}`).join(' ')}
        />
      ))}
    </svg>
  )
}

/** A missing value is a gap. */
function splitAtGaps(recent: Alert['recent']) {
  const segments: { index: number; value: number }[][] = [[]]
  for (const [index, { value }] of recent.entries()) {
    if (value === null) segments.push([])
    else segments.at(-1)?.push({ index, value })
  }
  return segments.filter((segment) => segment.length > 1)
}
