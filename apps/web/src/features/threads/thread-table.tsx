import { useNavigate } from '@tanstack/react-router'
import type { RunStatus, Thread } from '@lathe/contract'
import { useMemo, useState } from 'react'
import { useHotkeys } from '../../lib/browser/hotkeys.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { useDeleteThreads } from '../../shared/threads/use-delete-thread.ts'
import { NoThreads } from './no-threads.tsx'
import { threadColumns } from './thread-columns.tsx'
import { type ThreadQuery, useThreads } from './use-threads.ts'

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
