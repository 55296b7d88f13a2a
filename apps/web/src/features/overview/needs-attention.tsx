import type { Run, Alert, AlertIncident } from '@lathe/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../lib/api/api.ts'
import { plural } from '../../lib/format/format.ts'
import { RelativeTime } from '../../ui/status/relative-time.tsx'
import { StatusIcon } from '../../ui/status/status-icon.tsx'
import { alertMeasures, describeRule, measuredTraces } from '../../lib/format/alert-labels.ts'
import styles from './overview.module.css'

const MAX_ROWS = 6

type NeedsAttentionProps = {
  agent: string | undefined
  /** False if a project of an external program is selected. Alerts are still shown. */
  hasRuns: boolean
}

/**
 * Lists firing alerts, runs waiting for input and the newest failures. Renders nothing if there are
 * none.
 */
export function NeedsAttention({ agent, hasRuns }: NeedsAttentionProps) {
  const { data: allWaiting } = useQuery(
    api.runs.list.queryOptions({
      input: { agent, status: ['interrupted'], limit: MAX_ROWS },
      refetchInterval: 5_000,
      enabled: hasRuns,
    }),
  )
  const { data: allFailed } = useQuery(
    api.runs.list.queryOptions({
      input: { agent, status: ['error', 'timeout'], limit: 3 },
      refetchInterval: 10_000,
      enabled: hasRuns,
    }),
  )
  const { data: alerts = [] } = useQuery(
    api.alerts.list.queryOptions({ input: {}, refetchInterval: 10_000 }),
  )
  const [waitingRuns, failed] = hasRuns ? [allWaiting, allFailed] : []
  const firingAlerts = alerts.filter((alert) => isFiring(alert))
  const runs = [...(waitingRuns?.items ?? []), ...(failed?.items ?? [])]
  if (runs.length + firingAlerts.length === 0) return null

  return (
    <section className={styles.block} aria-label="Needs attention">
      <h2>
        Needs attention{' '}
        <span className={styles.total}>{waitingRuns && waitingText(waitingRuns)}</span>
        {waitingRuns && waitingRuns.items.length > 0 && <Link to="/inbox">Open inbox</Link>}
        {firingAlerts.length > 0 && (
          <Link to="/alerts">{plural(firingAlerts.length, 'alert')} firing</Link>
        )}
        {failed?.hasMore && (
          <Link to="/traces" search={{ status: ['error'], agent }}>
            All failed runs
          </Link>
        )}
      </h2>
      <ul className={styles.list}>
        {firingAlerts.slice(0, MAX_ROWS).map((alert) => (
          <FiringAlertRow key={alert.id} alert={alert} />
        ))}
        {runs.map((run) => (
          <NeedsAttentionRow key={run.id} run={run} />
        ))}
      </ul>
    </section>
  )
}

function waitingText({ items, hasMore }: { items: readonly Run[]; hasMore: boolean }): string {
  if (items.length === 0) return ''
  return `${hasMore ? 'More than ' : ''}${plural(items.length, 'run')} waiting`
}

function NeedsAttentionRow({ run }: { run: Run }) {
  const isWaiting = run.status === 'interrupted'
  const text = isWaiting
    ? run.interrupts.map((interrupt) => interrupt.title).join(', ')
    : run.error?.message
  const body = (
    <>
      <StatusIcon status={run.status} />
      <span className={styles.rowTitle}>{run.title}</span>
      <span className={styles.rowText}>{text}</span>
      <span className={styles.rowText}>{run.agentName}</span>
      <RelativeTime time={run.createdAt} />
    </>
  )
  return (
    <li data-status={run.status}>
      {isWaiting ? (
        <Link to="/inbox" search={{ run: run.id }}>
          {body}
        </Link>
      ) : (
        <Link to="/traces/$traceId" params={{ traceId: run.id }} search={{}}>
          {body}
        </Link>
      )}
    </li>
  )
}

type FiringAlert = Alert & { incident: AlertIncident }

const isFiring = (alert: Alert): alert is FiringAlert => alert.incident !== null && !alert.isMuted

/** Links to the measured traces. */
function FiringAlertRow({ alert }: { alert: FiringAlert }) {
  const { name, incident, value } = alert
  return (
    <li data-status="error">
      <Link to="/traces" search={measuredTraces(incident.rule, incident.traces)}>
        <span aria-hidden>
          <StatusIcon status="error" />
        </span>
        <span className={styles.rowTitle}>Alert: {name}</span>
        <span className={styles.rowText}>{describeRule(alert)}</span>
        <span className={styles.rowText}>{alertMeasures[alert.measure].format(value)}</span>
        <RelativeTime time={incident.startedAt} />
      </Link>
    </li>
  )
}
