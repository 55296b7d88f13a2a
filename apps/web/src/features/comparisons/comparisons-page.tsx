import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { api } from '../../lib/api.ts'
import { useHotkeys } from '../../lib/hotkeys.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Keys } from '../../ui/keys.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SkeletonRows } from '../../ui/skeleton-rows.tsx'
import { comparisonColumns } from './comparison-columns.tsx'
import styles from './comparison.module.css'
import { useCreateComparison, useDuplicate } from './use-create-comparison.ts'
import { useDeleteComparison, useHidden } from './use-delete-comparison.ts'

const POLL_MS = 2_000

export function ComparisonsPage() {
  const navigate = useNavigate()
  const create = useCreateComparison()
  const duplicate = useDuplicate()
  const remove = useDeleteComparison()
  const hidden = useHidden(({ ids }) => ids)
  const columns = useMemo(() => comparisonColumns({ remove, duplicate }), [remove, duplicate])
  const { data, error, isPending, fetchNextPage, hasNextPage, refetch } = useInfiniteQuery(
    api.comparisons.list.infiniteOptions({
      input: (before: string | undefined) => (before === undefined ? {} : { before }),
      initialPageParam: undefined,
      getNextPageParam: ({ items, hasMore }) => (hasMore ? items.at(-1)?.id : undefined),
      refetchInterval: ({ state }) =>
        state.data?.pages.some(({ items }) => items.some(({ status }) => status === 'running'))
          ? POLL_MS
          : false,
    }),
  )
  const comparisons = (data?.pages ?? [])
    .flatMap(({ items }) => items)
    .filter(({ id }) => !hidden.has(id))

  useHotkeys([{ keys: 'n', label: 'New comparison', group: 'Compare', run: () => create.mutate() }])
  const button = (
    <Button
      leftSection={<IconPlus size={14} />}
      rightSection={<Keys keys="n" />}
      loading={create.isPending}
      onClick={() => create.mutate()}
    >
      New comparison
    </Button>
  )
  const isEmpty = data !== undefined && comparisons.length === 0

  return (
    <div className={styles.page}>
      <PageHeader title="Compare" actions={isEmpty ? undefined : button} />
      {create.error && <ErrorPanel attempted="make a comparison" error={create.error} />}
      {isPending && <SkeletonRows awaiting="the comparisons" />}
      {error && (
        <ErrorPanel attempted="load the comparisons" error={error} onRetry={() => void refetch()} />
      )}
      {isEmpty && (
        <EmptyState
          title="Is it better, or is it luck?"
          hint="Put prompts, models or versions of an agent side by side, run them on the same cases, and read in one sentence whether the difference is real."
          action={button}
        />
      )}
      {comparisons.length > 0 && (
        <DataTable
          label="Comparisons"
          columns={columns}
          rows={comparisons}
          rowId={({ id }) => id}
          onOpen={({ id }) => void navigate({ to: '/compare/$id', params: { id } })}
          options={{
            rowHeight: 36,
            onEnd: () => {
              if (hasNextPage) void fetchNextPage()
            },
          }}
        />
      )}
    </div>
  )
}
