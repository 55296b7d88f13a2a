import { ActionIcon, Select, Tooltip, TextInput } from '@mantine/core'
import { IconArrowsExchange } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { TraceDifference, TraceDifferences } from '@lathe/contract'
import { joinFilters, parseFilter } from '@lathe/traces'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { api } from '../../../lib/api/api.ts'
import { useWhileCurrent } from '../../../lib/browser/use-while-current.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { TopbarControls } from '../../../ui/layout/topbar-slot.tsx'
import { IndexProgress } from '../../../shared/index-progress.tsx'
import { rangeLabels, rangeStart, TraceRange } from '../list/trace-range.ts'
import { differenceColumns } from './difference-columns.tsx'
import { FilterProblemText } from '../../../ui/fields/filter-problem.tsx'
import { formatExactCount, plural } from '../../../lib/format/format.ts'
import styles from './differences.module.css'

const route = getRouteApi('/traces/differences')

/** Compares two groups of traces and lists the properties whose frequencies differ. */
export function DifferencesPage() {
  const { these = 'status:error', those = '', range = 'all' } = route.useSearch()
  const navigate = route.useNavigate()
  const goTo = useNavigate()
  const whileHere = useWhileCurrent()
  const change = (changes: { these?: string; those?: string; range?: TraceRange | undefined }) =>
    whileHere(() => navigate({ search: (current) => ({ ...current, ...changes }), replace: true }))
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
        <GroupField
          label="Selection"
          text={these}
          onTextChange={(text) => change({ these: text })}
        />
        <Tooltip label="Swap groups">
          <ActionIcon
            variant="default"
            aria-label="Swap groups"
            onClick={() => change({ these: those, those: these })}
          >
            <IconArrowsExchange size={14} />
          </ActionIcon>
        </Tooltip>
        <GroupField
          label="Baseline"
          placeholder="All other traces"
          text={those}
          onTextChange={(text) => change({ those: text })}
        />
      </div>
      <IndexProgress filters={[these, those]} />
      {isPending && <SkeletonRows contentLabel="the differences" />}
      {error && (
        <ErrorPanel action="load the differences" error={error} onRetry={() => void refetch()} />
      )}
      {data && !error && (
        <>
          <p className={styles.summary} role="status">
            {describeCounts(data)}
          </p>
          {data.items.length === 0 ? (
            <EmptyState {...emptyStateText(data)} />
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

const PAUSE_MS = 400

type GroupFieldProps = {
  label: string
  placeholder?: string
  /** The text in the search params. */
  text: string
  onTextChange: (text: string) => void
}

/** Edits the filter of a group. Invalid text is not applied. */
export function GroupField({ label, placeholder, text, onTextChange }: GroupFieldProps) {
  const [draft, setDraft] = useState({ text, seen: text })
  // A navigation replaces the typed text.
  if (draft.seen !== text)
    setDraft({ text: draft.text.trim() === text ? draft.text : text, seen: text })
  const commit = useDebouncedCallback(onTextChange, PAUSE_MS)
  const [problem] = parseFilter(draft.text).problems

  return (
    <TextInput
      size="xs"
      label={label}
      placeholder={placeholder ?? 'status:error tag:canary latency:>2s'}
      value={draft.text}
      error={problem && <FilterProblemText text={draft.text} problem={problem} />}
      onChange={({ currentTarget: { value } }) => {
        setDraft({ text: value, seen: text })
        if (parseFilter(value).problems.length === 0) commit(value.trim())
        else commit.cancel()
      }}
    />
  )
}

type Group = TraceDifferences['these']

export function describeCounts({ these, those, both, tested }: TraceDifferences): string {
  const parts = [
    `${formatGroupSize(these)} selected against ${formatGroupSize(those)} baseline traces`,
    both > 0 && `${formatExactCount(both)} that match both count as selected`,
    `${plural(tested, 'property', 'properties')} tested, p-values corrected for multiple tests`,
  ]
  return `${parts.filter(Boolean).join('; ')}.`
}

const formatGroupSize = ({ counted, isPartial }: Group) =>
  isPartial ? `the newest ${formatExactCount(counted)}` : formatExactCount(counted)

/** The empty state if there are no differences. */
export function emptyStateText({ these, those, both, tested }: TraceDifferences) {
  if (these.counted === 0 && those.counted === 0)
    return {
      title: 'Both groups are empty',
      hint: 'No traces in this time range match either filter. Choose a longer range or change the filters.',
    }
  if (these.counted === 0)
    return {
      title: 'The selection is empty',
      hint: 'No traces in this time range match the “Selection” filter. Change it or choose a longer range.',
    }
  if (those.counted === 0)
    return {
      title: 'The baseline is empty',
      hint:
        both > 0
          ? `All ${formatExactCount(both)} traces that match the “Baseline” filter also match “Selection” and count there. Change one of the filters.`
          : 'No traces in this time range match the “Baseline” filter. Change it or choose a longer range.',
    }
  return {
    title: 'No differences found',
    hint:
      tested === 0
        ? 'No property occurs in three or more selected traces. More traces or a longer range may help.'
        : 'The groups do not differ in any tested property.',
  }
}
