import type { TraceThread } from '@lathe/contract'
import { Button } from '@mantine/core'
import { useQuery, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { parseFilter } from '@lathe/traces'
import { useMemo } from 'react'
import { api } from '../../../lib/api/api.ts'
import { knownSpending } from '../../../lib/format/format-usage.ts'
import { type Column, DataTable } from '../../../ui/table/data-table.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { Count, TotalCost, Tokens } from '../../../ui/status/quantities.tsx'
import { RelativeTime } from '../../../ui/status/relative-time.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { StatusIcon } from '../../../ui/status/status-icon.tsx'
import { PAUSED_ELSEWHERE, spanStatusLabel, useIsSilent } from '../../../lib/format/is-silent.ts'
import { TypedFilter } from '../list/list-filter.tsx'
import { threadProject, projectName } from './thread-key.ts'
import pageStyles from '../traces.module.css'
import styles from './threads.module.css'

const route = getRouteApi('/traces/threads')

/** Lists the threads that external programs sent. */
export function TraceThreadsPage() {
  const { filter = '' } = route.useSearch()
  const navigate = route.useNavigate()
  const { data: facets } = useQuery(api.traces.facets.queryOptions({ input: {} }))
  const setFilter = (text: string) =>
    void navigate({ search: { filter: text || undefined }, replace: true })

  return (
    <div className={pageStyles.page}>
      <PageHeader
        title="External threads"
        actions={
          <Button
            size="xs"
            variant="default"
            renderRoot={(props) => (
              <Link to="/traces" search={{ filter: filter || undefined }} {...props} />
            )}
          >
            Traces
          </Button>
        }
      />
      <TypedFilter
        filter={filter}
        onChange={setFilter}
        onClear={() => setFilter('')}
        facets={facets}
      />
      <ThreadTable filter={filter} />
    </div>
  )
}

function ThreadTable({ filter }: { filter: string }) {
  const navigate = route.useNavigate()
  const pages = useTraceThreads(filter)
  if (pages.error)
    return (
      <ErrorPanel
        action="load the threads"
        error={pages.error}
        onRetry={() => void pages.refetch()}
      />
    )
  if (pages.isLoading) return <SkeletonRows contentLabel="the threads" />
  return (
    <DataTable
      label="External threads"
      columns={columns}
      rows={pages.threads}
      rowId={threadKey}
      onOpen={(thread) =>
        void navigate({
          to: '/traces/threads/$thread',
          params: { thread: thread.threadId },
          search: { project: threadProject(thread) ?? undefined },
        })
      }
      options={{
        minWidth: 760,
        isStale: pages.isPlaceholderData,
        tone: ({ last }) => (last.status === 'error' ? 'error' : undefined),
        onEnd: () => pages.hasNextPage && void pages.fetchNextPage(),
        empty: <NoThreads isFiltered={filter !== ''} />,
      }}
    />
  )
}

const columns: Column<TraceThread>[] = [
  {
    id: 'title',
    header: 'Thread',
    cell: (thread) => (
      <span className={styles.title}>
        <LastStatus thread={thread} />
        <span>{thread.title}</span>
      </span>
    ),
  },
  {
    id: 'project',
    header: 'Project',
    width: '140px',
    cell: (thread) => projectName(thread) ?? '—',
  },
  {
    id: 'turns',
    header: 'Turns',
    width: '64px',
    isNumeric: true,
    cell: ({ turns }) => <Count value={turns} unit="turns" />,
  },
  {
    id: 'failed',
    header: 'Failed',
    width: '64px',
    isNumeric: true,
    cell: ({ failed }) => (failed === 0 ? '—' : <Count value={failed} unit="failed" />),
  },
  {
    id: 'tokens',
    header: 'Tokens',
    width: '120px',
    isNumeric: true,
    cell: ({ usage }) => <Tokens usage={usage} />,
  },
  {
    id: 'cost',
    header: 'Cost',
    width: '96px',
    isNumeric: true,
    cell: (thread) => <TotalCost spending={knownSpending(thread)} />,
  },
  {
    id: 'last',
    header: 'Last turn',
    width: '112px',
    isNumeric: true,
    cell: ({ last }) => <RelativeTime time={last.startedAt} />,
  },
]

function LastStatus({ thread: { last, lastReceivedAt } }: { thread: TraceThread }) {
  const isQuiet = useIsSilent({ runId: null, lastReceivedAt })
  return (
    <StatusIcon
      status={last.status}
      {...spanStatusLabel(last, isQuiet)}
      {...(last.status === 'interrupted' && { word: PAUSED_ELSEWHERE })}
    />
  )
}

function NoThreads({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered)
    return (
      <EmptyState
        title="No matching threads"
        hint="A thread matches when one of its traces does."
        action={
          <Button
            variant="default"
            renderRoot={(props) => <Link to="/traces/threads" search={{}} {...props} />}
          >
            Clear filter
          </Button>
        }
      />
    )
  return (
    <EmptyState
      title="No external threads yet"
      hint="Traces with the same thread_id, session_id or conversation_id in their metadata form a thread. Threads of your own agents are under Threads."
      action={
        <Button renderRoot={(props) => <Link to="/settings" {...props} />}>
          How to send traces
        </Button>
      }
    />
  )
}

const PAGE = 50
const REFRESH_MS = 10_000

/** Pages of threads with at least one matching trace, most recently active first. */
export function useTraceThreads(filter: string) {
  const pages = useInfiniteQuery(
    api.traces.threads.infiniteOptions({
      input: (before: string | undefined) => ({
        ...(filter !== '' && { filter }),
        before,
        limit: PAGE,
      }),
      initialPageParam: undefined,
      getNextPageParam: ({ next }) => next ?? undefined,
      placeholderData: keepPreviousData,
      refetchInterval: REFRESH_MS,
      enabled: parseFilter(filter).problems.length === 0,
    }),
  )
  const threads = useMemo(() => onceEach(pages.data?.pages.flatMap(({ items }) => items)), [pages])
  return { ...pages, threads }
}

export const threadKey = ({ projectId, threadId }: Pick<TraceThread, 'projectId' | 'threadId'>) =>
  JSON.stringify([projectId, threadId])

/** A thread that becomes active while pages load can appear on two of them. */
const onceEach = (threads: readonly TraceThread[] = []): TraceThread[] =>
  [
    ...new Map(threads.toReversed().map((thread) => [threadKey(thread), thread])).values(),
  ].toReversed()
