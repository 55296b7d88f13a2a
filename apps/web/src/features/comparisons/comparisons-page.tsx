import { Button, ActionIcon, Group, VisuallyHidden } from '@mantine/core'
import { IconPlus, IconCopy, IconTrash } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import type { Comparison } from '@lathe/contract'
import { api } from '../../lib/api/api.ts'
import { useHotkeys } from '../../lib/browser/hotkeys.ts'
import { LIST_REFRESH_MS } from '../../lib/api/query-client.ts'
import { DataTable, type Column } from '../../ui/table/data-table.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { Keys } from '../../ui/layout/keys.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { ViewTabs } from '../../ui/layout/view-tabs.tsx'
import { useCreateComparison, useDuplicate, useDeleteComparison } from './comparison-actions.ts'
import { useHiddenIds } from '../../ui/feedback/delete-with-undo.ts'
import { SuitesList } from './suites/suites-list.tsx'
import { RelativeTime } from '../../ui/status/relative-time.tsx'
import { rulingsText } from './statistics/ruling-labels.ts'
import { StatusText } from './status-text.tsx'
import { ExperimentsTable } from '../../shared/experiments/experiments-table.tsx'
import styles from './comparison.module.css'

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
      {create.error && <ErrorPanel action="create the comparison" error={create.error} />}
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
  const hidden = useHiddenIds(({ ids }) => ids)
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
      {isPending && <SkeletonRows contentLabel="the comparisons" />}
      {error && (
        <ErrorPanel action="load the comparisons" error={error} onRetry={() => void refetch()} />
      )}
      {isEmpty && (
        <EmptyState
          title="No comparisons yet"
          hint="Run prompts, models or agent versions on the same cases and see whether the difference is significant."
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

type Actions = {
  remove: (comparison: Comparison) => void
  duplicate: (id: string) => void
}

export const comparisonColumns = ({ remove, duplicate }: Actions): Column<Comparison>[] => [
  {
    id: 'name',
    header: 'Name',
    cell: ({ id, name }) => (
      <Link to="/compare/$id" params={{ id }} className={styles.listName}>
        {name}
      </Link>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    width: '220px',
    cell: (comparison) => <StatusText comparison={comparison} />,
  },
  {
    id: 'verdict',
    header: 'Verdict',
    width: '200px',
    cell: ({ rulings }) => (rulings ? rulingsText(rulings) : ''),
  },
  {
    id: 'variants',
    header: 'Variants',
    width: '80px',
    isNumeric: true,
    isSecondary: true,
    cell: ({ variants }) => variants,
  },
  {
    id: 'cases',
    header: 'Cases',
    width: '80px',
    isNumeric: true,
    isSecondary: true,
    cell: ({ cases }) => cases,
  },
  {
    id: 'when',
    header: 'Changed',
    width: '120px',
    isNumeric: true,
    cell: ({ updatedAt }) => <RelativeTime time={updatedAt} />,
  },
  {
    id: 'actions',
    header: <VisuallyHidden>Actions</VisuallyHidden>,
    width: '88px',
    cell: (comparison) => (
      <Group gap={4} wrap="nowrap">
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Duplicate ${comparison.name}`}
          onClick={() => duplicate(comparison.id)}
        >
          <IconCopy size={14} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Delete ${comparison.name}`}
          onClick={() => remove(comparison)}
        >
          <IconTrash size={14} />
        </ActionIcon>
      </Group>
    ),
  },
]

export function ExperimentsList() {
  const { data, error, refetch } = useQuery(
    api.experiments.list.queryOptions({ input: {}, refetchInterval: LIST_REFRESH_MS }),
  )
  if (error && !data)
    return <ErrorPanel action="load the experiments" error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows contentLabel="the experiments" />
  return <ExperimentsTable experiments={data} hasDataset empty={<NoExperiments />} />
}

const NoExperiments = () => (
  <EmptyState
    title="No experiments yet"
    hint={
      <>
        Experiments run with the LangSmith SDK over a Lathe dataset appear here. Set{' '}
        <code>LANGSMITH_ENDPOINT</code> to <code>/api/v1</code> of this server and call{' '}
        <code>evaluate()</code>.
      </>
    }
  />
)
