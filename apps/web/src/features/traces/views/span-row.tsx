import { toBar, totalLength, type PathPart, type SpanRow, type TimeRange } from '@lathe/traces'
import { memo, useMemo } from 'react'
import { kindColour } from '../../../ui/status/kind.ts'
import { KindIcon } from '../../../ui/status/kind-icon.tsx'
import { Duration, RunningDuration, SpanCost, Tokens } from '../../../ui/status/quantities.tsx'
import { StatusIcon } from '../../../ui/status/status-icon.tsx'
import { spanStatusLabel } from '../../../lib/format/is-silent.ts'
import shared from '../traces.module.css'
import { spanName } from '../../../lib/format/trace-labels.ts'
import styles from './spans.module.css'

type SpanRowViewProps = {
  row: SpanRow
  /** The visible time range for the bar. Without it, the row shows numbers. */
  range: TimeRange | undefined
  now: number
  /** Whether an open span is considered abandoned. */
  isSilent: boolean
  /** The span's parts of the critical path. */
  path: readonly PathPart[] | undefined
  /** The payload excerpt that matches the search. */
  excerpt?: string | undefined
}

export const SpanRowView = memo(function SpanRowView({
  row,
  range,
  now,
  isSilent,
  path,
  excerpt,
}: SpanRowViewProps) {
  const { span } = row
  return (
    <span className={styles.span} data-status={span.status}>
      <span className={styles.spanName}>
        <KindIcon kind={span.kind} />
        <span className={styles.spanTitle} title={span.error?.message ?? span.node ?? span.name}>
          {spanName(span)}
        </span>
        {span.element !== undefined && (
          <span className={styles.spanElement} title={span.element}>
            {span.element}
          </span>
        )}
        {excerpt === undefined && span.model && span.model !== span.name && (
          <span className={styles.spanModel}>{span.model}</span>
        )}
        {excerpt !== undefined && (
          <span className={styles.spanElement} title={excerpt}>
            {excerpt}
          </span>
        )}
        {span.status !== 'success' && (
          <StatusIcon status={span.status} size={12} {...spanStatusLabel(span, isSilent)} />
        )}
        {row.isOrphan && span.name !== '' && (
          <span className={shared.complaint}>parent not received</span>
        )}
      </span>
      {range ? (
        <SpanBar row={row} range={range} now={now} isSilent={isSilent} path={path} />
      ) : (
        <SpanNumbers row={row} isSilent={isSilent} path={path} />
      )}
    </span>
  )
})

/** The column headers above the spans' numbers. */
export const NumberHeaders = () => (
  <div className={styles.numberHeads} aria-hidden>
    <span className={styles.spanNumbers}>
      <span>Tokens</span>
      <span>Cost</span>
      <span>Duration</span>
      <span title="Time on the critical path: the whole trace waited for it">Critical path</span>
    </span>
  </div>
)

type SpanNumbersProps = Pick<SpanRowViewProps, 'row' | 'isSilent' | 'path'>

function SpanNumbers({ row: { span }, isSilent, path }: SpanNumbersProps) {
  return (
    <span className={styles.spanNumbers}>
      <span>{span.usage && <Tokens usage={span.usage} />}</span>
      <span>{span.cost && <SpanCost span={span} />}</span>
      <span>
        <SpanDuration span={span} isSilent={isSilent} />
      </span>
      <span className={styles.onPath}>
        {path && (
          <span title="Time on the critical path: the whole trace waited for it">
            <Duration ms={totalLength(path) / 1_000} />
          </span>
        )}
      </span>
    </span>
  )
}

type SpanBarProps = Omit<SpanRowViewProps, 'range' | 'excerpt'> & { range: TimeRange }

function SpanBar({ row: { span }, range, now, isSilent, path }: SpanBarProps) {
  if (span.startedAt > range.to || (span.endedAt ?? now) < range.from) {
    return <span className={styles.track} />
  }
  const bar = toBar(span, range, now)
  const isLabelLeft = bar.left + bar.width > 0.8
  return (
    <span className={styles.track}>
      <span
        className={styles.bar}
        data-open={bar.isOpen || undefined}
        style={{
          left: `${bar.left * 100}%`,
          width: `${bar.width * 100}%`,
          background: kindColour(span.kind),
        }}
      />
      {path && <CriticalParts path={path} range={range} />}
      {bar.firstToken !== null && (
        <span
          className={styles.firstToken}
          title="First token"
          style={{ left: `${bar.firstToken * 100}%` }}
        />
      )}
      <span
        className={styles.barLabel}
        data-left={isLabelLeft || undefined}
        style={
          isLabelLeft
            ? { right: `${(1 - bar.left) * 100}%` }
            : { left: `${(bar.left + bar.width) * 100}%` }
        }
      >
        <SpanDuration span={span} isSilent={isSilent} />
      </span>
    </span>
  )
}

/** Gaps below this share of the visible range are not visible. */
const MIN_WIDTH_SHARE = 1 / 400

/** Joins parts with invisible gaps: a long loop can have thousands of parts. */
function joined(path: readonly PathPart[], { from: start, to: end }: TimeRange): TimeRange[] {
  const tolerance = (end - start) * MIN_WIDTH_SHARE
  const parts: TimeRange[] = []
  for (const { from, to } of path) {
    if (to <= start || from >= end) continue
    const last = parts.at(-1)
    if (last && from - last.to < tolerance) last.to = to
    else parts.push({ from, to })
  }
  return parts
}

function CriticalParts({ path, range }: { path: readonly PathPart[]; range: TimeRange }) {
  const length = range.to - range.from
  const parts = useMemo(() => joined(path, range), [path, range])
  return parts.map(({ from, to }) => {
    const [start, end] = [Math.max(from, range.from), Math.min(to, range.to)]
    return (
      <span
        key={from}
        className={styles.critical}
        style={{
          left: `${((start - range.from) / length) * 100}%`,
          width: `${((end - start) / length) * 100}%`,
        }}
      />
    )
  })
}

type SpanDurationProps = Pick<SpanRow, 'span'> & Pick<SpanRowViewProps, 'isSilent'>

function SpanDuration({ span, isSilent }: SpanDurationProps) {
  if (span.endedAt !== null) return <Duration ms={(span.endedAt - span.startedAt) / 1_000} />
  return span.status === 'running' && !isSilent ? (
    <RunningDuration since={span.startedAt} />
  ) : (
    <Duration ms={null} />
  )
}
