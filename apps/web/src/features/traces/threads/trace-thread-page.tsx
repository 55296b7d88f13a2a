import type { TraceThread, ListedTrace, SpanDetail } from '@lathe/contract'
import { Button, VisuallyHidden } from '@mantine/core'
import { formatTerm } from '@lathe/traces'
import { useQuery, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ORPCError } from '@orpc/client'
import { useMemo } from 'react'
import { api } from '../../../lib/api/api.ts'
import { plural } from '../../../lib/format/format.ts'
import { knownSpending } from '../../../lib/format/format-usage.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'
import { IdChip } from '../../../ui/status/id-chip.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { TotalCost, Tokens } from '../../../ui/status/quantities.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { threadProject, toThreadKey, projectName, threadFilter, threadInput } from './thread-key.ts'
import { RelativeTime } from '../../../ui/status/relative-time.tsx'
import { FeedbackCell } from '../list/feedback-cell.tsx'
import { writeListParams } from '../list/list-params.ts'
import { TraceDuration, TraceStatus } from '../../../ui/feedback/trace-progress.tsx'
import { RootOutput, RootInput } from '../transcript/item-content.tsx'
import pageStyles from '../traces.module.css'
import styles from './threads.module.css'

const route = getRouteApi('/traces/threads/$thread')

/** A thread sent by an external program, turn by turn. */
export function TraceThreadPage() {
  const { thread: threadId } = route.useParams()
  const { project = null } = route.useSearch()
  const { data, error, isPending, refetch } = useQuery(
    api.traces.threads.queryOptions({
      input: { ...threadInput({ threadId, project }), limit: 1 },
      refetchInterval: REFRESH_MS,
    }),
  )
  if (isPending) return <SkeletonRows contentLabel="the thread" />
  if (error)
    return <ErrorPanel action="load the thread" error={error} onRetry={() => void refetch()} />
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
  const project = threadProject(thread)
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
          <TotalCost spending={knownSpending(thread)} />
          <IdChip id={threadId} objectName="thread" />
        </>
      }
      actions={
        <Button
          size="xs"
          variant="default"
          renderRoot={(props) => (
            <Link to="/traces" search={threadFilter(toThreadKey(thread))} {...props} />
          )}
        >
          View traces
        </Button>
      }
    />
  )
}

function Turns({ thread }: { thread: TraceThread }) {
  const { turns, error, isPending, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useTurns(thread)
  if (isPending) return <SkeletonRows contentLabel="the turns" />
  if (error)
    return <ErrorPanel action="load the turns" error={error} onRetry={() => void refetch()} />
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
      title="Thread not found"
      hint={`No trace belongs to thread ${id}. It may have been deleted.`}
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

const HIGHLIGHT_DELAY_MS = 300

type TurnProps = { trace: ListedTrace; number: number; thread: TraceThread }

/** Shows one trace of a thread: its input and output. */
export function Turn({ trace, number, thread }: TurnProps) {
  return (
    <li className={styles.turn}>
      <header>
        <Link
          to="/traces/$traceId"
          params={{ traceId: trace.id }}
          search={{ list: writeListParams(threadFilter(toThreadKey(thread))) }}
          aria-label={`Turn ${number}: ${trace.title}`}
        >
          Turn {number}
        </Link>
        <TraceStatus trace={trace} />
        <RelativeTime time={trace.startedAt} />
        <TraceDuration trace={trace} />
        <Tokens usage={trace.usage} />
        <TotalCost spending={knownSpending(trace)} />
        <FeedbackCell feedback={trace.feedback} />
      </header>
      <TurnContent trace={trace} />
      {trace.error && <p className={styles.error}>{trace.error.message}</p>}
    </li>
  )
}

function TurnContent({ trace }: { trace: ListedTrace }) {
  const { data, error } = useQuery(rootQuery(trace))
  if (isRootMissing(error))
    return <p className={styles.faint}>The root span has not arrived yet.</p>
  if (error) return <p className={styles.faint}>Could not load the content.</p>
  return data ? <TurnMessages root={data} /> : <p className={styles.faint}>…</p>
}

const isRootMissing = (error: unknown) =>
  error instanceof ORPCError && error.code === 'NO_SUCH_SPAN'

function TurnMessages({ root }: { root: SpanDetail }) {
  return (
    <>
      <div className={styles.asked}>
        <VisuallyHidden>Input</VisuallyHidden>
        <RootInput span={root} />
      </div>
      <div>
        <VisuallyHidden>Output</VisuallyHidden>
        {root.endedAt === null && root.outputs === null ? (
          <p className={styles.faint}>No output yet</p>
        ) : (
          <RootOutput span={root} />
        )}
      </div>
    </>
  )
}

/** Polls until the span has ended, and shortly after the list reports its end. */
const rootQuery = ({ id, endedAt }: ListedTrace) =>
  api.traces.root.queryOptions({
    input: { id },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => {
      if (endedAt === null) return FOLLOW_MS
      return data && data.endedAt === null ? HIGHLIGHT_DELAY_MS : false
    },
  })

const PAGE = 20
const REFRESH_MS = 5_000
/** While a turn runs. */
const FOLLOW_MS = 1_500

/** Pages of turns, newest page first. Each page lists the oldest turn first. */
export function useTurns(thread: TraceThread) {
  const pages = useInfiniteQuery(
    api.traces.list.infiniteOptions({
      input: (before: string | undefined) => ({
        ...threadInput(toThreadKey(thread)),
        before,
        limit: PAGE,
      }),
      initialPageParam: undefined,
      getNextPageParam: ({ next }) => next ?? undefined,
      refetchInterval: ({ state: { data } }) =>
        data?.pages[0]?.items.some(({ endedAt }) => endedAt === null) ? FOLLOW_MS : REFRESH_MS,
    }),
  )
  const turns = useMemo<ListedTrace[]>(
    () => (pages.data?.pages ?? []).flatMap(({ items }) => items).toReversed(),
    [pages.data],
  )
  return { ...pages, turns }
}
