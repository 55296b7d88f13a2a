import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { api } from '../../../lib/api.ts'
import { DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx'
import styles from './batches.module.css'
import { ImportCapsule } from './import-capsule.tsx'
import { replayColumns } from './replay-columns.tsx'
import { StartBatch } from './start-batch.tsx'

const route = getRouteApi('/replays')

/** All replays, and the way to many at once. */
export function ReplaysPage() {
  const { filter = '' } = route.useSearch()
  const setFilter = route.useNavigate()
  const navigate = useNavigate()
  const { data, error, isPending, fetchNextPage, hasNextPage, refetch } = useInfiniteQuery(
    api.replays.list.infiniteOptions({
      input: (before: string | undefined) => (before === undefined ? {} : { before }),
      initialPageParam: undefined,
      getNextPageParam: ({ items, hasMore }) => (hasMore ? items.at(-1)?.id : undefined),
    }),
  )
  const replays = data?.pages.flatMap(({ items }) => items) ?? []

  return (
    <div className={styles.page}>
      <PageHeader title="Replays" actions={<ImportCapsule />} />
      <StartBatch
        filter={filter}
        onFilter={(text) =>
          void setFilter({ search: { filter: text || undefined }, replace: true })
        }
      />
      {isPending && <SkeletonRows awaiting="the replays" />}
      {error && (
        <ErrorPanel attempted="load the replays" error={error} onRetry={() => void refetch()} />
      )}
      {data && replays.length === 0 && (
        <EmptyState
          title="Nothing has been replayed yet"
          hint="Play many recordings under a new version to see where it does something else, or open a trace and replay that one."
        />
      )}
      {replays.length > 0 && (
        <DataTable
          label="Replays"
          columns={replayColumns}
          rows={replays}
          rowId={({ id }) => id}
          onOpen={({ id: replayId }) =>
            void navigate({ to: '/replays/$replayId', params: { replayId } })
          }
          options={{
            onEnd: () => {
              if (hasNextPage) void fetchNextPage()
            },
          }}
        />
      )}
    </div>
  )
}
