import type { ListedTrace, Trace } from '@lathe/contract'
import { ActionIcon } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { writeTraceCursor } from '@lathe/traces'
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { formatExactCount } from '../../lib/format/format.ts'
import { useHotkeys } from '../../lib/browser/hotkeys.ts'
import { useWhileCurrent } from '../../lib/browser/use-while-current.ts'
import { Keys } from '../../ui/layout/keys.tsx'
import { DisabledReason } from '../../ui/fields/disabled-reason.tsx'
import { api } from '../../lib/api/api.ts'
import { countTraces } from './list/use-counts.ts'
import { readListParams } from './list/list-params.ts'
import { toFilter, toInput } from './list/list-search.ts'
import styles from './traces.module.css'

const route = getRouteApi('/traces/$traceId')

const NEXT = '.'
const PREVIOUS = ','

/** Links to the previous and next trace of the list this trace was opened from. */
export function Neighbours({ trace }: { trace: Trace }) {
  const { view, list } = route.useSearch()
  const navigate = route.useNavigate()
  const whileHere = useWhileCurrent()
  const { newer, older, find } = useNeighbours(trace, list)
  const cursor = useListPosition(trace, list)
  const open = async (side: Side) => {
    const neighbour = await find(side)
    if (!neighbour) return
    // Keep the view, but not the selection, which belongs to this trace.
    whileHere(() =>
      navigate({
        to: '/traces/$traceId',
        params: { traceId: neighbour.id },
        search: view === undefined ? {} : { view },
      }),
    )
  }
  const [previous, next] = [() => void open('newer'), () => void open('older')]
  useHotkeys([
    { keys: NEXT, label: 'Next trace in list', group: 'Trace', run: next },
    { keys: PREVIOUS, label: 'Previous trace in list', group: 'Trace', run: previous },
    { keys: 'shift+j', label: 'Next trace in list', group: 'Trace', hidden: true, run: next },
    {
      keys: 'shift+k',
      label: 'Previous trace in list',
      group: 'Trace',
      hidden: true,
      run: previous,
    },
  ])
  return (
    <span className={styles.neighbours}>
      {cursor && cursor.at <= cursor.of && (
        <span
          title={`Trace ${formatExactCount(cursor.at)} of ${formatExactCount(cursor.of)} in the list`}
        >
          {formatExactCount(cursor.at)} of {formatExactCount(cursor.of)}
        </span>
      )}
      <NeighbourButton
        label="Previous trace"
        keys={PREVIOUS}
        trace={newer}
        onClick={previous}
        pointsUp
      />
      <NeighbourButton label="Next trace" keys={NEXT} trace={older} onClick={next} />
    </span>
  )
}

type NeighbourButtonProps = {
  label: string
  keys: string
  trace: ListedTrace | null | undefined
  onClick: () => void
  pointsUp?: boolean
}

const NeighbourButton = ({
  label,
  keys,
  trace,
  onClick,
  pointsUp = false,
}: NeighbourButtonProps) => (
  <DisabledReason
    reason={trace === null && `No ${label.toLowerCase()} in the list`}
    hint={
      <>
        {[label, trace?.title].filter(Boolean).join(': ')} <Keys keys={keys} />
      </>
    }
  >
    <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={onClick}>
      {pointsUp ? <IconChevronUp size={16} /> : <IconChevronDown size={16} />}
    </ActionIcon>
  </DisabledReason>
)

/** Interval for checking whether a newer trace has arrived. */
const REFRESH_MS = 10_000

type Side = 'newer' | 'older'

const sides = { newer: 'after', older: 'before' } as const

/** The traces before and after this one in the list it was opened from, or among all traces. */
function useNeighbours(trace: Trace, list: string | undefined) {
  const queries = useQueryClient()
  const neighbourQuery = (side: Side) =>
    queryOptions({
      // Key on the list's params: the start of a relative range changes constantly.
      queryKey: [...api.traces.list.key({ type: 'query' }), 'beside', list ?? '', side, trace.id],
      queryFn: async ({ signal }): Promise<ListedTrace | null> => {
        let cursor: string | null = writeTraceCursor(trace)
        while (cursor !== null) {
          const request = { ...listInput(list), [sides[side]]: cursor, limit: 1 }
          const { items, next }: { items: ListedTrace[]; next: string | null } =
            await api.traces.list.call(request, { signal })
          if (items[0]) return items[0]
          cursor = next
        }
        return null
      },
    })
  const newer = useQuery({
    ...neighbourQuery('newer'),
    refetchInterval: ({ state }) => (state.data === null ? REFRESH_MS : false),
  })
  const older = useQuery(neighbourQuery('older'))
  return {
    /** Null if there is none, undefined while loading. */
    newer: newer.data,
    older: older.data,
    /** Waits for a pending request. */
    find: (side: Side) => queries.ensureQueryData(neighbourQuery(side)).catch(() => null),
  }
}

/** The trace's position in its list, counted from the newest. Null if the count is partial. */
function useListPosition({ id, startedAt }: Trace, list: string | undefined) {
  const { data } = useQuery({
    queryKey: [...api.traces.histogram.key(), 'place', list ?? '', id],
    queryFn: async ({ signal }) => {
      const input = listInput(list)
      const [upToTrace, all] = await Promise.all([
        countTraces({ ...input, from: Math.max(startedAt, input.from ?? 0) }, signal),
        countTraces(input, signal),
      ])
      return upToTrace.isPartial || all.isPartial ? null : { at: upToTrace.count, of: all.count }
    },
    placeholderData: keepPreviousData,
    // A position among all traces is not useful.
    enabled: list !== undefined,
  })
  return data
}

const listInput = (list: string | undefined) => toInput(toFilter(readListParams(list)))
