import { ActionIcon, Select, Tooltip } from '@mantine/core'
import { IconArrowsExchange } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { TraceDifference } from '@lathe/contract'
import { joinFilters } from '@lathe/traces'
import { api } from '../../../lib/api.ts'
import { useWhileHere } from '../../../lib/use-while-here.ts'
import { DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx'
import { TopbarControls } from '../../../ui/topbar-slot.tsx'
import { WordsNote } from '../../../ui/words-note.tsx'
import { rangeLabels, rangeStart, TraceRange } from '../list/trace-range.ts'
import { differenceColumns } from './difference-columns.tsx'
import { GroupField } from './group-field.tsx'
import { summaryOf } from './summary.ts'
import { whyNothing } from './why-nothing.ts'
import styles from './differences.module.css'

const route = getRouteApi('/traces/differences')

/** What tells some traces from others: counted, with how sure that is. */
export function DifferencesPage() {
  const { these = 'status:error', those = '', range = 'all' } = route.useSearch()
  const navigate = route.useNavigate()
  const goTo = useNavigate()
  const whileHere = useWhileHere()
  const change = (changes: { these?: string; those?: string; range?: TraceRange | undefined }) =>
    whileHere(() => navigate({ search: (old) => ({ ...old, ...changes }), replace: true }))
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery({
    queryKey: [...api.traces.differences.key(), { these, those, range }],
    queryFn: () => api.traces.differences.call({ these, those, from: rangeStart(range) }),
    placeholderData: keepPreviousData,
  })
  const open = ({ term }: TraceDifference) =>
    void goTo({
      to: '/traces',
      search: { filter: joinFilters(these, term) || undefined, range },
    })

  return (
    <div className={styles.page}>
      <PageHeader title="Differences" />
      <TopbarControls>
        <Select
          aria-label="Time range"
          size="xs"
          w={130}
          allowDeselect={false}
          data={TraceRange.options.map((value) => ({ value, label: rangeLabels[value] }))}
          value={range}
          onChange={(value) => change({ range: TraceRange.safeParse(value).data })}
        />
      </TopbarControls>
      <div className={styles.groups}>
        <GroupField label="These" text={these} onText={(text) => change({ these: text })} />
        <Tooltip label="The other way round">
          <ActionIcon
            variant="default"
            aria-label="Turn the groups round"
            onClick={() => change({ these: those, those: these })}
          >
            <IconArrowsExchange size={14} />
          </ActionIcon>
        </Tooltip>
        <GroupField
          label="Those"
          placeholder="All others"
          text={those}
          onText={(text) => change({ those: text })}
        />
      </div>
      <WordsNote filters={[these, those]} />
      {isPending && <SkeletonRows awaiting="the differences" />}
      {error && (
        <ErrorPanel attempted="tell them apart" error={error} onRetry={() => void refetch()} />
      )}
      {data && !error && (
        <>
          <p className={styles.summary} role="status">
            {summaryOf(data)}
          </p>
          {data.items.length === 0 ? (
            <EmptyState {...whyNothing(data)} />
          ) : (
            <DataTable
              label="Differences"
              columns={differenceColumns}
              rows={data.items}
              rowId={({ key, value }) => `${key} ${value}`}
              onOpen={open}
              options={{ isStale: isPlaceholderData }}
            />
          )}
        </>
      )}
    </div>
  )
}
