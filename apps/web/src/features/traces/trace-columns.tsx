import type { Trace } from '@lathe/contract'
import { VisuallyHidden } from '@mantine/core'
import { Cost, Duration, RunningDuration, Tokens } from '../../ui/quantities.tsx'
import { knownCost } from '../../lib/known-cost.ts'
import type { Column } from '../../ui/data-table.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { StatusIcon } from '../../ui/status-icon.tsx'
import styles from './traces.module.css'

/** Milliseconds, or null while the trace is open. */
export const latencyOf = ({ startedAt, endedAt }: Pick<Trace, 'startedAt' | 'endedAt'>) =>
  endedAt === null ? null : (endedAt - startedAt) / 1_000

/** `longest` is the page's p95 in milliseconds: the bars behind durations are relative to it. */
export const traceColumns = (longest: number): Column<Trace>[] => [
  {
    id: 'status',
    header: <VisuallyHidden>Status</VisuallyHidden>,
    width: '44px',
    cell: (trace) => <StatusIcon status={trace.status} />,
  },
  { id: 'title', header: 'Trace', cell: (trace) => <TraceTitle trace={trace} /> },
  {
    id: 'agent',
    header: 'Agent',
    isSecondary: true,
    width: '14%',
    cell: (trace) => <TraceOrigin trace={trace} />,
  },
  {
    id: 'started',
    header: 'Started',
    width: '110px',
    cell: (trace) => <RelativeTime at={trace.startedAt} />,
  },
  {
    id: 'duration',
    header: 'Duration',
    width: '120px',
    isNumeric: true,
    cell: (trace) => <DurationBar trace={trace} longest={longest} />,
  },
  {
    id: 'tokens',
    header: 'Tokens in → out',
    isSecondary: true,
    width: '130px',
    isNumeric: true,
    cell: ({ usage }) => (
      <Tokens input={usage.input} output={usage.output} cached={usage.cachedRead} />
    ),
  },
  {
    id: 'cost',
    header: 'Cost',
    width: '96px',
    isNumeric: true,
    cell: (trace) => <Cost nanos={knownCost(trace)} />,
  },
]

const SOURCES = { langsmith: 'LangSmith', otlp: 'OpenTelemetry' }

/** Its agent, or for other programs' traces the project, and the door they came in by. */
function TraceOrigin({ trace: { agentSlug, project, name, source } }: { trace: Trace }) {
  return (
    <span className={styles.secondary} title={source ? `Sent by ${SOURCES[source]}` : undefined}>
      {agentSlug ?? project ?? name}
      {source && ` · ${SOURCES[source]}`}
    </span>
  )
}

function TraceTitle({ trace }: { trace: Trace }) {
  return (
    <span className={styles.title} title={trace.error?.message ?? trace.title}>
      {trace.title || trace.name}
      {trace.error && <span className={styles.complaint}>{trace.error.message}</span>}
    </span>
  )
}

function DurationBar({ trace, longest }: { trace: Trace; longest: number }) {
  const ms = latencyOf(trace)
  if (ms === null && trace.status === 'running') return <RunningDuration since={trace.startedAt} />
  return (
    <span className={styles.duration}>
      {ms !== null && longest > 0 && (
        <span
          className={styles.durationBar}
          style={{ width: `${Math.min(1, ms / longest) * 100}%` }}
        />
      )}
      <Duration ms={ms} />
    </span>
  )
}
