import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { api } from '../../lib/api.ts'
import { useHotkeys } from '../../lib/hotkeys.ts'
import { LIST_REFRESH_MS } from '../../lib/list-refresh.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Keys } from '../../ui/keys.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SkeletonRows } from '../../ui/skeleton-rows.tsx'
import { ViewTabs } from '../../ui/view-tabs.tsx'
import { comparisonColumns } from './comparison-columns.tsx'
import styles from './comparison.module.css'
import { useCreateComparison, useDuplicate } from './use-create-comparison.ts'
import { useHidden } from '../../ui/delete-undoably.ts'
import { useDeleteComparison } from './use-delete-comparison.ts'
import { ExperimentsList } from './experiments/experiments-list.tsx'
import { SuitesList } from './suites/suites-list.tsx'

const POLL_MS = 2_000

const route = getRouteApi('/compare')

const TABS = [
  { value: 'comparisons', label: 'Comparisons' },
  { value: 'suites', label: 'Regression suites' },
  { value: 'experiments', label: 'Experiments' },
] as const

export function ComparisonsPage() {
  const { tab = 'comparisons' } = route.useSearch()
  const navigate = route.useNavigate()
  const create = useCreateComparison()
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

  return (
    <div className={styles.page}>
      <PageHeader title="Compare" actions={button} />
      {create.error && <ErrorPanel attempted="make a comparison" error={create.error} />}
      <ViewTabs
        label="Kind"
        tabs={TABS}
        value={tab}
        onChange={(next) => void navigate({ search: next === 'comparisons' ? {} : { tab: next } })}
        hasDigitKeys
      />
      {tab === 'comparisons' && <ComparisonsList create={button} />}
      {tab === 'suites' && <SuitesList />}
      {tab === 'experiments' && <ExperimentsList />}
    </div>
  )
}

function ComparisonsList({ create }: { create: ReactNode }) {
  const navigate = route.useNavigate()
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
          : LIST_REFRESH_MS,
    }),
  )
  const comparisons = (data?.pages ?? [])
    .flatMap(({ items }) => items)
    .filter(({ id }) => !hidden.has(id))

  const isEmpty = data !== undefined && comparisons.length === 0

  return (
    <>
      {isPending && <SkeletonRows awaiting="the comparisons" />}
      {error && (
        <ErrorPanel attempted="load the comparisons" error={error} onRetry={() => void refetch()} />
      )}
      {isEmpty && (
        <EmptyState
          title="Is it better, or is it luck?"
          hint="Put prompts, models or versions of an agent side by side, run them on the same cases, and read in one sentence whether the difference is real."
          action={create}
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
    </>
  )
}
