import { barOf, type SpanRow, type TimeRange } from '@lathe/traces'
import { memo } from 'react'
import { kindColour } from '../../ui/kind.ts'
import { KindIcon } from '../../ui/kind-icon.tsx'
import { Cost, Duration, RunningDuration, Tokens } from '../../ui/quantities.tsx'
import { StatusIcon } from '../../ui/status-icon.tsx'
import styles from './traces.module.css'

type SpanRowViewProps = {
  row: SpanRow
  /** With one, a bar on the time axis; without, columns of numbers. */
  range: TimeRange | undefined
  now: number
}

export const SpanRowView = memo(function SpanRowView({ row, range, now }: SpanRowViewProps) {
  const { span } = row
  return (
    <span className={styles.span} data-status={span.status}>
      <span className={styles.spanName}>
        <KindIcon kind={span.kind} />
        <span className={styles.spanTitle} title={span.error?.message ?? span.node ?? span.name}>
          {span.name}
        </span>
        {span.element !== undefined && (
          <span className={styles.spanElement} title={span.element}>
            {span.element}
          </span>
        )}
        {span.model && span.model !== span.name && (
          <span className={styles.spanModel}>{span.model}</span>
        )}
        {span.status !== 'success' && <StatusIcon status={span.status} size={12} />}
        {row.isOrphan && <span className={styles.complaint}>parent not received</span>}
      </span>
      {range ? <SpanBar row={row} range={range} now={now} /> : <SpanNumbers row={row} />}
    </span>
  )
})

function SpanNumbers({ row: { span } }: { row: SpanRow }) {
  return (
    <span className={styles.spanNumbers}>
      <span>{span.usage && <Tokens input={span.usage.input} output={span.usage.output} />}</span>
      <span>{span.cost && <Cost nanos={span.cost.total} />}</span>
      <span>
        <SpanDuration row={{ span }} />
      </span>
    </span>
  )
}

function SpanBar({ row: { span }, range, now }: { row: SpanRow; range: TimeRange; now: number }) {
  const bar = barOf(span, range, now)
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
        <SpanDuration row={{ span }} />
      </span>
    </span>
  )
}

function SpanDuration({ row: { span } }: { row: Pick<SpanRow, 'span'> }) {
  if (span.endedAt !== null) return <Duration ms={(span.endedAt - span.startedAt) / 1_000} />
  return span.status === 'running' ? (
    <RunningDuration since={span.startedAt} />
  ) : (
    <Duration ms={null} />
  )
}
