import { Link, useNavigate } from '@tanstack/react-router'
import type { RunStatus, Thread } from '@lathe/contract'
import { useMemo, useState } from 'react'
import { useHotkeys } from '../../lib/browser/hotkeys.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { useDeleteThreads } from '../../shared/threads/use-delete-thread.ts'
import { threadColumns } from './thread-columns.tsx'
import { Button } from '@mantine/core'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'

const TONES: Partial<Record<RunStatus, 'error' | 'interrupted'>> = {
  error: 'error',
  timeout: 'error',
  interrupted: 'interrupted',
}

const threadTone = ({ status }: Thread) => (status === null ? undefined : TONES[status])

export function ThreadTable({ agent, q }: ThreadQuery) {
  const navigate = useNavigate()
  const pages = useThreads({ agent, q })
  const { leaving: leavingIds, remove } = useDeleteThreads()
  const [currentId, setCurrentId] = useState<string>()
  const [renamingId, setRenamingId] = useState<string>()
  const threads = useMemo(
    () => pages.threads.filter(({ id }) => !leavingIds.has(id)),
    [pages.threads, leavingIds],
  )
  const currentThread = threads.find(({ id }) => id === currentId)
  const columns = useMemo(
    () =>
      threadColumns({
        renamingId,
        onRename: ({ id }) => setRenamingId(id),
        onRenamed: () => setRenamingId(undefined),
        onDelete: remove,
      }),
    [renamingId, remove],
  )

  const withRow = (action: (thread: Thread) => void) => () => currentThread && action(currentThread)
  useHotkeys(
    [
      { keys: 'r', label: 'Rename thread', run: withRow(({ id }) => setRenamingId(id)) },
      { keys: 'delete', label: 'Delete thread', run: withRow(remove) },
      {
        keys: 'o',
        label: 'Open thread in the workbench',
        run: withRow(
          ({ id, agentSlug }) =>
            void navigate({
              to: '/agents/$agent',
              params: { agent: agentSlug },
              search: { thread: id },
            }),
        ),
      },
    ].map((hotkey) => ({ ...hotkey, group: 'Rows' })),
  )

  if (pages.isPending) return <SkeletonRows contentLabel="the threads" />
  if (pages.error) {
    const retry = () => void pages.refetch()
    return <ErrorPanel action="load the threads" error={pages.error} onRetry={retry} />
  }
  return (
    <DataTable
      label="Threads"
      columns={columns}
      rows={threads}
      rowId={({ id }) => id}
      onMove={({ id }) => setCurrentId(id)}
      onOpen={({ id }) =>
        void navigate({ to: '/threads/$thread', params: { thread: id }, search: {} })
      }
      options={{
        isStale: pages.isPlaceholderData,
        tone: threadTone,
        onEnd: () => pages.hasNextPage && void pages.fetchNextPage(),
        empty: <NoThreads isFiltered={agent !== undefined || q !== undefined} />,
      }}
    />
  )
}

function NoThreads({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) {
    return (
      <EmptyState
        title="No matching threads"
        hint="Search covers titles, run inputs and outputs, and all state values."
        action={
          <Button
            variant="default"
            renderRoot={(props) => <Link to="/threads" search={{}} {...props} />}
          >
            Clear filter
          </Button>
        }
      />
    )
  }
  return (
    <EmptyState
      title="No threads yet"
      hint="The first run of an agent creates a thread: a conversation with a checkpoint after each step."
      action={
        <Button renderRoot={(props) => <Link to="/agents" {...props} />}>Run an agent</Button>
      }
    />
  )
}

const PAGE = 100
const REFRESH_MS = 10_000

type ThreadQuery = { agent?: string | undefined; q?: string | undefined }

/** Pages of threads, most recently used first. */
function useThreads({ agent, q }: ThreadQuery) {
  const pages = useInfiniteQuery(
    api.threads.list.infiniteOptions({
      input: (before: number | undefined) => ({ agent, q, before, limit: PAGE }),
      initialPageParam: undefined,
      getNextPageParam: (last) => (last.hasMore ? last.items.at(-1)?.updatedAt : undefined),
      placeholderData: keepPreviousData,
      refetchInterval: REFRESH_MS,
    }),
  )
  const threads = useMemo<Thread[]>(
    () => pages.data?.pages.flatMap((page) => page.items) ?? [],
    [pages.data],
  )
  return { ...pages, threads }
}
