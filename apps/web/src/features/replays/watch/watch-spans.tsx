import type { Span } from '@lathe/contract'
import { spanRange } from '@lathe/traces'
import { useMemo } from 'react'
import { type Column, DataTable } from '../../../ui/table/data-table.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { KindIcon } from '../../../ui/status/kind-icon.tsx'
import { Duration } from '../../../ui/status/quantities.tsx'
import { StatusIcon } from '../../../ui/status/status-icon.tsx'
import { Scrubber } from './scrubber.tsx'
import { usePlayback, useWatchSearch } from './use-playback.ts'
import styles from './watch.module.css'

/** Plays an external trace by the start and end times of its spans. */
export function WatchSpans({ spans }: { spans: readonly Span[] }) {
  const range = useMemo(() => spanRange(spans, 0), [spans])
  const length = (range.to - range.from) / 1_000
  const search = useWatchSearch()
  const { position, isPlaying, toggle, seek } = usePlayback({
    length,
    from: search.position,
    speed: search.speed,
    onPause: search.setPosition,
  })
  const timestamp = range.from + position * 1_000
  const startedSpans = useMemo(
    () =>
      spans
        .toSorted((a, b) => a.startedAt - b.startedAt)
        .filter(({ startedAt }) => startedAt <= timestamp),
    [spans, timestamp],
  )
  const columns = useMemo(() => columnsAt(timestamp), [timestamp])
  const stops = useMemo(
    () =>
      [...new Set(spans.map(({ startedAt }) => (startedAt - range.from) / 1_000))].sort(
        (a, b) => a - b,
      ),
    [spans, range],
  )
  const step = (direction: 1 | -1) =>
    seek(
      direction > 0
        ? (stops.find((stop) => stop > position) ?? length)
        : (stops.findLast((stop) => stop < position) ?? 0),
    )
  return (
    <section className={styles.watch} aria-label="Recording">
      <div className={styles.stage}>
        <DataTable
          label="Started spans"
          columns={columns}
          rows={startedSpans}
          rowId={({ id }) => id}
          options={{ empty: <EmptyState title="No spans yet" /> }}
        />
      </div>
      <Scrubber
        length={length}
        position={position}
        isPlaying={isPlaying}
        marks={stops}
        forks={[]}
        speed={search.speed}
        onToggle={toggle}
        onSeek={seek}
        onStep={step}
        onSpeed={search.setSpeed}
      />
    </section>
  )
}

const isOpenAt = ({ endedAt }: Span, timestamp: number) => endedAt === null || endedAt > timestamp

const columnsAt = (timestamp: number): Column<Span>[] => [
  {
    id: 'status',
    header: 'Now',
    width: '120px',
    cell: (span) => (
      <StatusIcon status={isOpenAt(span, timestamp) ? 'running' : span.status} hasLabel />
    ),
  },
  {
    id: 'span',
    header: 'Span',
    cell: (span) => (
      <span className={styles.span}>
        <KindIcon kind={span.kind} /> {span.name}
      </span>
    ),
  },
  {
    id: 'duration',
    header: 'Elapsed',
    width: '96px',
    isNumeric: true,
    cell: (span) => (
      <Duration ms={(Math.min(span.endedAt ?? timestamp, timestamp) - span.startedAt) / 1_000} />
    ),
  },
]
