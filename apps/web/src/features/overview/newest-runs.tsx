import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../lib/api.ts'
import { knownSpending } from '../../lib/known-cost.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Duration, RunningDuration, Spent, Tokens } from '../../ui/quantities.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { SkeletonRows } from '../../ui/skeleton-rows.tsx'
import { StatusIcon } from '../../ui/status-icon.tsx'
import styles from './overview.module.css'

export function NewestRuns({ agent }: { agent: string | undefined }) {
  const { data, error, isPending, refetch } = useQuery(
    api.runs.list.queryOptions({ input: { agent, limit: 10 }, refetchInterval: 3_000 }),
  )
  return (
    <section className={styles.block} aria-label="Newest runs">
      <h2>
        Newest runs <Link to="/traces">All traces</Link>
      </h2>
      {isPending && <SkeletonRows awaiting="the newest runs" />}
      {error && (
        <ErrorPanel attempted="load the newest runs" error={error} onRetry={() => void refetch()} />
      )}
      <ul className={styles.list}>
        {data?.items.map((run) => (
          <li key={run.id}>
            <Link to="/traces/$traceId" params={{ traceId: run.id }} search={{}}>
              <StatusIcon status={run.status} />
              <span className={styles.rowTitle}>{run.title}</span>
              <span className={styles.rowText}>{run.agentName}</span>
              <span className={styles.rowNumber}>
                <Tokens usage={run.usage} />
              </span>
              <span className={styles.rowNumber}>
                <Spent spent={knownSpending(run)} />
              </span>
              <span className={styles.rowNumber}>
                {run.startedAt !== null && run.endedAt === null && run.status === 'running' ? (
                  <RunningDuration since={run.startedAt} />
                ) : (
                  <Duration
                    ms={
                      run.endedAt === null
                        ? null
                        : (run.endedAt - (run.startedAt ?? run.createdAt)) / 1_000
                    }
                  />
                )}
              </span>
              <RelativeTime at={run.createdAt} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
