import type { ListedTrace } from '@lathe/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../lib/api/api.ts'
import { knownSpending } from '../../lib/format/format-usage.ts'
import { traceName } from '../../lib/format/trace-labels.ts'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { TraceDuration, TraceStatus } from '../../ui/feedback/trace-progress.tsx'
import { TotalCost, Tokens } from '../../ui/status/quantities.tsx'
import { RelativeTime } from '../../ui/status/relative-time.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import styles from './overview.module.css'
import { useDashboard } from './use-dashboard.ts'

/** Runs of agents and external programs, as counted in the charts. */
export function RecentRuns() {
  const { of, ownFilter: customFilter } = useDashboard()
  const { data, error, isPending, refetch } = useQuery(
    api.traces.list.queryOptions({ input: { ...of, limit: 10 }, refetchInterval: 3_000 }),
  )
  return (
    <section className={styles.block} aria-label="Recent runs">
      <h2>
        Recent runs{' '}
        <Link to="/traces" search={{ filter: customFilter }}>
          All traces
        </Link>
      </h2>
      {isPending && <SkeletonRows contentLabel="the recent runs" />}
      {error && (
        <ErrorPanel action="load the recent runs" error={error} onRetry={() => void refetch()} />
      )}
      <ul className={styles.list}>
        {data?.items.map((trace) => (
          <RecentRun key={trace.id} trace={trace} />
        ))}
      </ul>
    </section>
  )
}

function RecentRun({ trace }: { trace: ListedTrace }) {
  const { id, name, project, usage, startedAt } = trace
  return (
    <li>
      <Link to="/traces/$traceId" params={{ traceId: id }} search={{}}>
        <TraceStatus trace={trace} />
        <span className={styles.rowTitle}>{traceName(trace)}</span>
        <span className={styles.rowText}>{project ?? name}</span>
        <span className={styles.rowNumber}>
          <Tokens usage={usage} />
        </span>
        <span className={styles.rowNumber}>
          <TotalCost spending={knownSpending(trace)} />
        </span>
        <span className={styles.rowNumber}>
          <TraceDuration trace={trace} />
        </span>
        <RelativeTime time={startedAt} />
      </Link>
    </li>
  )
}
