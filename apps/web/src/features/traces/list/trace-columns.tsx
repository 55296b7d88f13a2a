import { hasUsage, type ListedTrace, type Trace } from '@lathe/contract'
import { METADATA, metadataValue } from '@lathe/traces'
import { Checkbox, VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Count, Duration, TotalCost, Tokens } from '../../../ui/status/quantities.tsx'
import { knownSpending } from '../../../lib/format/format-usage.ts'
import type { Column } from '../../../ui/table/data-table.tsx'
import { IdChip } from '../../../ui/status/id-chip.tsx'
import { RelativeTime } from '../../../ui/status/relative-time.tsx'
import { TraceDuration, TraceStatus } from '../../../ui/feedback/trace-progress.tsx'
import { FeedbackCell, feedbackText } from './feedback-cell.tsx'
import { projectName } from '../threads/thread-key.ts'
import { PinnedMark } from '../pin.tsx'
import type { Selection } from './use-selection.ts'
import { traceName } from '../../../lib/format/trace-labels.ts'
import shared from '../traces.module.css'
import styles from './list.module.css'

export const columnTitles = {
  title: 'Trace',
  agent: 'Agent',
  name: 'Root',
  version: 'Version',
  environment: 'Environment',
  started: 'Started',
  duration: 'Duration',
  waiting: 'Waiting',
  ttft: 'First token',
  tokens: 'Tokens in → out',
  cached: 'Cached',
  reasoning: 'Reasoning',
  audio: 'Audio',
  cost: 'Cost',
  feedback: 'Feedback',
  spans: 'Steps',
  tags: 'Tags',
  thread: 'Thread',
  id: 'Id',
} as const

type BuiltInColumn = keyof typeof columnTitles
type ColumnId = BuiltInColumn | `${typeof METADATA}${string}`

const isBuiltIn = (id: string): id is BuiltInColumn => Object.hasOwn(columnTitles, id)

const isColumnId = (id: string): id is ColumnId =>
  isBuiltIn(id) || (id.startsWith(METADATA) && id.length > METADATA.length)

/** The metadata keys among the column ids. */
export const metadataKeys = (columns: readonly string[] = []): string[] =>
  columns.filter((id) => isColumnId(id) && !isBuiltIn(id)).map((id) => id.slice(METADATA.length))

const DEFAULT_COLUMNS: ColumnId[] = ['title', 'agent', 'started', 'duration', 'tokens', 'cost']

/**
 * The columns in the search params, or the defaults. Feedback is a default only if a trace has any.
 */
export const shownColumns = (
  selectedIds: readonly string[] | undefined,
  traces: readonly ListedTrace[],
): ColumnId[] => {
  const validIds = selectedIds?.filter(isColumnId) ?? []
  if (validIds.length > 0) return validIds
  return traces.some(({ feedback }) => feedback.length > 0)
    ? [...DEFAULT_COLUMNS, 'feedback']
    : DEFAULT_COLUMNS
}

type Cells = {
  shownColumns: readonly ColumnId[]
  /** Whether the user chose the columns: then all are shown even if space is short. */
  isChosen: boolean
  maxDuration: number
  /** The loaded traces, for sizing the columns. */
  traces: readonly ListedTrace[]
  selection: Selection
  /** The ids of the rows in display order. */
  visibleOrder: () => readonly string[]
  /** Serialized params of the list, for links to traces. */
  list: string | undefined
}

/** `maxDuration` is the page's p95 in milliseconds. Duration bars are relative to it. */
export const traceColumns = ({
  shownColumns,
  isChosen,
  maxDuration,
  traces,
  selection,
  visibleOrder,
  list,
}: Cells): Column<ListedTrace>[] => [
  {
    id: 'select',
    header: <VisuallyHidden>Select</VisuallyHidden>,
    width: '36px',
    cell: (trace) => <SelectBox trace={trace} selection={selection} visibleOrder={visibleOrder} />,
  },
  {
    id: 'status',
    header: <VisuallyHidden>Status</VisuallyHidden>,
    width: '36px',
    cell: (trace) => <TraceStatus trace={trace} />,
  },
  ...shownColumns
    .map((id) => ({
      id,
      header: isBuiltIn(id) ? columnTitles[id] : id.slice(METADATA.length),
      ...buildColumn(id, { maxDuration, list, traces }),
    }))
    .map((column) => (isChosen ? fixedWidth(column) : column)),
]

const SHARED_PX = 160
const TITLE_PX = 240

/** A fixed-width column: the table scrolls instead of hiding or shrinking it. */
const fixedWidth = (column: Column<ListedTrace>): Column<ListedTrace> => ({
  ...column,
  isSecondary: false,
  ...(column.width?.endsWith('%') && { width: `${SHARED_PX}px` }),
})

export const totalWidth = (columns: readonly Column<ListedTrace>[]): number =>
  columns.reduce((total, { width }) => total + (width ? Number.parseInt(width) : TITLE_PX), 0)

const numeric = (width: string) => ({ width, isNumeric: true })

function buildColumn(
  id: ColumnId,
  { maxDuration, list, traces }: Pick<Cells, 'maxDuration' | 'list' | 'traces'>,
): Omit<Column<ListedTrace>, 'id' | 'header'> {
  if (!isBuiltIn(id)) return metadataColumn(id.slice(METADATA.length))
  const cells: Record<BuiltInColumn, Omit<Column<ListedTrace>, 'id' | 'header'>> = {
    title: { cell: (trace) => <TraceTitle trace={trace} list={list} /> },
    agent: {
      isSecondary: true,
      width: widthFor(traces.map(formatOrigin), 120, 240),
      cell: (trace) => <TraceOrigin trace={trace} />,
    },
    name: {
      isSecondary: true,
      width: '12%',
      cell: ({ name }) => <span className={shared.secondary}>{name}</span>,
    },
    version: { ...numeric('72px'), cell: ({ version }) => version ?? '—' },
    environment: {
      width: '120px',
      cell: ({ environment }) => <span className={shared.secondary}>{environment}</span>,
    },
    started: { width: '110px', cell: (trace) => <RelativeTime time={trace.startedAt} /> },
    duration: {
      ...numeric('120px'),
      cell: (trace) => <DurationBar trace={trace} maxDuration={maxDuration} />,
    },
    waiting: {
      ...numeric('96px'),
      cell: ({ waitingMs }) => (waitingMs > 0 ? <Duration ms={waitingMs} /> : '—'),
    },
    ttft: {
      ...numeric('96px'),
      cell: ({ firstTokenMs }) => <Duration ms={firstTokenMs} />,
    },
    tokens: {
      ...numeric('130px'),
      isSecondary: 'first',
      cell: ({ usage }) => <Tokens usage={usage} />,
    },
    cached: {
      ...numeric('88px'),
      cell: ({ usage }) => <Count value={hasUsage(usage) ? usage.cachedRead : null} />,
    },
    reasoning: {
      ...numeric('96px'),
      cell: ({ usage }) => <Count value={hasUsage(usage) ? usage.reasoning : null} />,
    },
    audio: {
      ...numeric('88px'),
      cell: ({ usage }) => <Count value={hasUsage(usage) ? usage.audio : null} />,
    },
    cost: { ...numeric('132px'), cell: (trace) => <TotalCost spending={knownSpending(trace)} /> },
    feedback: {
      isSecondary: 'second',
      width: widthFor(
        traces.map(({ feedback }) => feedbackText(feedback)),
        96,
        180,
      ),
      cell: ({ feedback }) => <FeedbackCell feedback={feedback} />,
    },
    spans: { ...numeric('72px'), cell: ({ spanCount }) => spanCount.toLocaleString('en') },
    tags: {
      width: '16%',
      cell: ({ tags }) => (
        <span className={shared.secondary} title={tags.join(' ')}>
          {tags.join(' ')}
        </span>
      ),
    },
    thread: {
      width: '120px',
      cell: ({ threadId }) => <span className={shared.secondary}>{threadId ?? '—'}</span>,
    },
    id: { width: '96px', cell: (trace) => <IdChip id={trace.id} /> },
  }
  return cells[id]
}

const metadataColumn = (key: string): Omit<Column<ListedTrace>, 'id' | 'header'> => ({
  width: '140px',
  cell: ({ metadata }) => (
    <span className={shared.secondary} title={metadataValue(metadata, key)}>
      {metadataValue(metadata, key) ?? '—'}
    </span>
  ),
})

type SelectBoxProps = { trace: Trace } & Pick<Cells, 'selection' | 'visibleOrder'>

/** Shift+click selects all rows from the last selected one. */
function SelectBox({ trace, selection, visibleOrder }: SelectBoxProps) {
  return (
    <Checkbox
      size="xs"
      aria-label={`Select ${traceName(trace)}`}
      checked={selection.isAll || selection.ids.has(trace.id)}
      onChange={({ nativeEvent }) =>
        nativeEvent instanceof MouseEvent && nativeEvent.shiftKey
          ? selection.extendTo(trace.id, visibleOrder())
          : selection.toggle(trace.id)
      }
    />
  )
}

const SOURCES = {
  langsmith: { name: 'LangSmith', says: 'Sent by LangSmith' },
  otlp: { name: 'OpenTelemetry', says: 'Sent by OpenTelemetry' },
  import: { name: 'imported', says: 'Imported from a file' },
}

function formatOrigin(trace: Trace): string {
  const { agentSlug, comparison, name, source } = trace
  const subtitle = agentSlug ?? projectName(trace) ?? name
  return [subtitle, comparison ?? (source && SOURCES[source].name)].filter(Boolean).join(' · ')
}

/** The agent, project or prompt of a trace, and how it was received. */
function TraceOrigin({ trace }: { trace: Trace }) {
  const { comparison, source } = trace
  const originTitle = source
    ? SOURCES[source].says
    : comparison && `Part of comparison ${comparison}`
  return (
    <span className={shared.secondary} title={originTitle ?? undefined}>
      {formatOrigin(trace)}
    </span>
  )
}

/** A link, so that it can open in a new tab. The arrow keys move between rows. */
function TraceTitle({ trace, list }: { trace: Trace; list: string | undefined }) {
  return (
    <Link
      to="/traces/$traceId"
      params={{ traceId: trace.id }}
      search={{ list }}
      className={styles.title ?? ''}
      title={trace.error?.message ?? trace.title}
      tabIndex={-1}
    >
      {trace.isPinned && <PinnedMark />}
      <span className={styles.name}>{traceName(trace)}</span>
      {trace.error && (
        <span className={trace.status === 'cancelled' ? styles.titleLeft : styles.titleError}>
          {trace.error.message}
        </span>
      )}
    </Link>
  )
}

function DurationBar({ trace, maxDuration }: { trace: Trace; maxDuration: number }) {
  const ms = trace.activeMs
  return (
    <span className={styles.duration}>
      {ms !== null && maxDuration > 0 && (
        <span
          className={styles.durationBar}
          style={{ width: `${Math.min(1, ms / maxDuration) * 100}%` }}
        />
      )}
      <TraceDuration trace={trace} />
    </span>
  )
}

/** Approximate width of a character and of a cell's padding. */
const LETTER_PX = 7
const PADDING_PX = 24

/** The width of the longest text, within bounds. */
export function widthFor(texts: Iterable<string>, minWidth: number, maxWidth: number): string {
  let maxDuration = 0
  for (const text of texts) maxDuration = Math.max(maxDuration, text.length)
  return `${Math.min(maxWidth, Math.max(minWidth, maxDuration * LETTER_PX + PADDING_PX))}px`
}
