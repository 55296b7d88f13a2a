import { REFUSED, type Span } from '@lathe/contract'
import { formatUsage } from '../../lib/format-usage.ts'
import { Duration, RunningDuration, SpanCost } from '../../ui/quantities.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { StatusIcon } from '../../ui/status-icon.tsx'
import { stillOf } from '../../lib/silent.ts'
import styles from './span-detail.module.css'

type SpanFactsProps = {
  span: Span
  /** Of what is open the end is not awaited any more. */
  isSilent?: boolean
}

export function SpanFacts({ span, isSilent = false }: SpanFactsProps) {
  const { usage, startedAt, endedAt, firstTokenAt } = span
  return (
    <dl className={styles.spanFacts}>
      <Fact name="Status">
        <StatusIcon status={span.status} hasWord {...stillOf(span, isSilent)} />
      </Fact>
      <Fact name="Started">
        <RelativeTime at={startedAt} />
      </Fact>
      <Fact name="Duration">
        {span.status === 'running' && !isSilent ? (
          <RunningDuration since={startedAt} />
        ) : (
          <Duration ms={endedAt === null ? null : (endedAt - startedAt) / 1_000} />
        )}
      </Fact>
      {firstTokenAt !== null && (
        <Fact name="First token">
          <Duration ms={(firstTokenAt - startedAt) / 1_000} />
        </Fact>
      )}
      {span.kind === 'model' && span.tags.includes(REFUSED) && <Fact name="Answer">refused</Fact>}
      {span.model && <Fact name="Model">{span.model}</Fact>}
      {span.node && <Fact name="Node">{span.node}</Fact>}
      {span.element !== undefined && <Fact name="Element">{span.element}</Fact>}
      {span.superstep !== null && <Fact name="Superstep">{span.superstep}</Fact>}
      {usage && <Fact name="Tokens">{formatUsage(usage)}</Fact>}
      {span.cost && (
        <Fact name="Cost">
          <SpanCost span={span} />
        </Fact>
      )}
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
