import type { TraceThread } from '@lathe/contract'
import { Button } from '@mantine/core'
import { formatTerm } from '@lathe/traces'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { api } from '../../../lib/api.ts'
import { plural } from '../../../lib/format.ts'
import { knownSpending } from '../../../lib/known-cost.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { IdChip } from '../../../ui/id-chip.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Spent, Tokens } from '../../../ui/quantities.tsx'
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx'
import pageStyles from '../traces.module.css'
import { placedIn, placeOf, projectName, threadFilter, threadInput } from './thread-input.ts'
import styles from './threads.module.css'
import { Turn } from './turn.tsx'
import { useTurns } from './use-turns.ts'

const route = getRouteApi('/traces/threads/$thread')

const REFRESH_MS = 5_000

/** One conversation that a program sent: what was asked and answered, turn by turn. */
export function TraceThreadPage() {
  const { thread: threadId } = route.useParams()
  const { project = null } = route.useSearch()
  const { data, error, isPending, refetch } = useQuery(
    api.traces.threads.queryOptions({
      input: { ...threadInput({ threadId, project }), limit: 1 },
      refetchInterval: REFRESH_MS,
    }),
  )
  if (isPending) return <SkeletonRows awaiting="the thread" />
  if (error)
    return <ErrorPanel attempted="load the thread" error={error} onRetry={() => void refetch()} />
  const [thread] = data.items
  return (
    <div className={pageStyles.page}>
      {thread ? (
        <>
          <ThreadHeader thread={thread} />
          <Turns thread={thread} />
        </>
      ) : (
        <NoThread id={threadId} />
      )}
    </div>
  )
}

function ThreadHeader({ thread }: { thread: TraceThread }) {
  const { threadId, title, turns, failed, usage } = thread
  const project = placedIn(thread)
  return (
    <PageHeader
      title={title}
      facts={
        <>
          {project !== null && (
            <Link to="/traces/threads" search={{ filter: formatTerm('project', project) }}>
              {projectName(thread)}
            </Link>
          )}
          <span>{plural(turns, 'turn')}</span>
          {failed > 0 && <span className={pageStyles.complaint}>{failed} failed</span>}
          <Tokens usage={usage} />
          <Spent spent={knownSpending(thread)} />
          <IdChip id={threadId} of="thread" />
        </>
      }
      actions={
        <Button
          size="xs"
          variant="default"
          renderRoot={(props) => (
            <Link to="/traces" search={threadFilter(placeOf(thread))} {...props} />
          )}
        >
          As a list of traces
        </Button>
      }
    />
  )
}

function Turns({ thread }: { thread: TraceThread }) {
  const { turns, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useTurns(thread)
  if (isPending) return <SkeletonRows awaiting="the turns" />
  if (error)
    return <ErrorPanel attempted="load the turns" error={error} onRetry={() => void refetch()} />
  const first = thread.turns - turns.length
  return (
    <div className={styles.turns}>
      {hasNextPage && (
        <Button
          size="xs"
          variant="default"
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Earlier turns
        </Button>
      )}
      <ol className={styles.list} aria-label="Turns">
        {turns.map((trace, index) => (
          <Turn key={trace.id} trace={trace} number={first + index + 1} thread={thread} />
        ))}
      </ol>
    </div>
  )
}

function NoThread({ id }: { id: string }) {
  return (
    <EmptyState
      title="No such thread"
      hint={`No trace says that it belongs to ${id}. It may have been deleted.`}
      action={
        <Button
          variant="default"
          renderRoot={(props) => <Link to="/traces/threads" search={{}} {...props} />}
        >
          All threads
        </Button>
      }
    />
  )
}
