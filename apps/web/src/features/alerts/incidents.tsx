import type { Alert, AlertIncident, AlertDelivery } from '@lathe/contract'
import { Button } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { alertMeasures, describeRule, measuredTraces } from '../../lib/format/alert-labels.ts'
import { api } from '../../lib/api/api.ts'
import { formatDuration } from '../../lib/format/format.ts'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { RelativeTime } from '../../ui/status/relative-time.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { describeError } from '../../lib/api/describe-error.ts'
import { showToast } from '../../ui/feedback/undo-toast.tsx'
import { DeliveryState } from './alert-state.tsx'
import styles from './alerts.module.css'

const PAGE = 20

/** The alert's incidents, newest first, with webhook deliveries. */
export function Incidents({ alert: { id, state, isMuted } }: { alert: Alert }) {
  const query = useInfiniteQuery(
    api.alerts.incidents.infiniteOptions({
      input: (cursor: string | undefined) => ({
        id,
        limit: PAGE,
        ...(cursor && { before: cursor }),
      }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ items, hasMore }) => (hasMore ? items.at(-1)?.id : undefined),
      refetchInterval: 10_000,
    }),
  )
  const incidents = query.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <section className={styles.history} aria-label="Incidents">
      <h2>Incidents</h2>
      {query.isPending && <SkeletonRows contentLabel="the firings" rowHeight={32} count={3} />}
      {query.error && (
        <ErrorPanel
          action="load the incidents"
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.data && incidents.length === 0 && (
        <p className={styles.muted}>
          {state === 'waiting' ? 'The first evaluation is within a minute.' : 'No incidents yet.'}
        </p>
      )}
      {incidents.length > 0 && (
        <div className={styles.table} tabIndex={0} role="region" aria-label="Incidents">
          <table>
            <thead>
              <tr>
                <th scope="col">Started</th>
                <th scope="col">Duration</th>
                <th scope="col">Value</th>
                <th scope="col">Worst value</th>
                <th scope="col">Traces</th>
                <th scope="col">Webhook</th>
              </tr>
            </thead>
            <tbody>
              {incidents.map((incident) => (
                <IncidentRow key={incident.id} incident={incident} isMuted={isMuted} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {query.hasNextPage && (
        <Button
          variant="default"
          size="xs"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Load more
        </Button>
      )}
    </section>
  )
}

function IncidentRow({ incident, isMuted }: { incident: AlertIncident; isMuted: boolean }) {
  const { rule, startedAt, endedAt, value, worst, traces, deliveries } = incident
  const { format } = alertMeasures[rule.measure]
  return (
    <tr title={describeRule(rule)}>
      <td>
        <RelativeTime time={startedAt} />
      </td>
      <td>{endedAt === null ? 'still fires' : formatDuration((endedAt - startedAt) / 1_000)}</td>
      <td>{format(value)}</td>
      <td>{format(worst)}</td>
      <td>
        <Link to="/traces" search={measuredTraces(rule, traces)}>
          {traces.count} {rule.measure === 'feedback' ? 'scores' : 'traces'}
        </Link>
      </td>
      <td>
        {deliveries.length === 0 && <span className={styles.muted}>not sent</span>}
        {deliveries.map((delivery) => (
          <DeliveryRow
            key={delivery.event}
            incident={incident}
            delivery={delivery}
            isMuted={isMuted}
          />
        ))}
      </td>
    </tr>
  )
}

type DeliveryRowProps = { incident: AlertIncident; delivery: AlertDelivery; isMuted: boolean }

/** The delivery state of a message, its error, and a button to resend a failed one. */
export function DeliveryRow({ incident, delivery, isMuted }: DeliveryRowProps) {
  const { event, status, error, nextAttemptAt } = delivery
  const queries = useQueryClient()
  const resendDelivery = useMutation(
    api.alerts.resend.mutationOptions({
      onError: (error) => showToast(describeError(error).message, 'error'),
      onSettled: () => queries.invalidateQueries({ queryKey: api.alerts.key() }),
    }),
  )
  return (
    <div className={styles.told}>
      {event === 'firing' ? 'fired' : 'resolved'}:{' '}
      <DeliveryState delivery={delivery} isMuted={isMuted} />{' '}
      {nextAttemptAt !== null && !isMuted && <RelativeTime time={nextAttemptAt} />}
      {status === 'failed' && (
        <Button
          variant="default"
          size="compact-xs"
          loading={resendDelivery.isPending}
          onClick={() =>
            resendDelivery.mutate({ id: incident.alertId, incidentId: incident.id, event })
          }
        >
          Resend
        </Button>
      )}
      {error !== null && <p className={styles.reason}>{error}</p>}
    </div>
  )
}
