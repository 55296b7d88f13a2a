import type { Trace } from '@lathe/contract'
import { PRODUCTION } from '@lathe/contract/environments'
import { VisuallyHidden } from '@mantine/core'
import { Count, Duration, TotalCost, Tokens } from '../../ui/status/quantities.tsx'
import { knownSpending } from '../../lib/format/format-usage.ts'
import { TraceDuration, TraceStatus } from '../../ui/feedback/trace-progress.tsx'
import styles from './traces.module.css'

/** Status, duration, time to first token, tokens and cost in one line. */
export function TraceFacts({ trace }: { trace: Trace }) {
  const { usage, environment, firstTokenMs, waitingMs } = trace
  return (
    <dl className={styles.facts}>
      <div>
        <VisuallyHidden component="dt">Status</VisuallyHidden>
        <dd>
          <TraceStatus trace={trace} hasLabel />
        </dd>
      </div>
      <div>
        <dt>{waitingMs > 0 ? 'Active' : 'Duration'}</dt>
        <dd>
          <TraceDuration trace={trace} />
        </dd>
      </div>
      {waitingMs > 0 && (
        <div title="Time the run waited for input. Excluded from charts, filters and alerts.">
          <dt>Waiting</dt>
          <dd>
            <Duration ms={waitingMs} />
          </dd>
        </div>
      )}
      <div title="Time to first token">
        <dt>First token</dt>
        <dd>
          <Duration ms={firstTokenMs} />
        </dd>
      </div>
      <div>
        <dt>Tokens</dt>
        <dd>
          <Tokens usage={usage} />
        </dd>
      </div>
      <div>
        <dt>Cost</dt>
        <dd>
          <TotalCost spending={knownSpending(trace)} />
        </dd>
      </div>
      {environment !== PRODUCTION && (
        <div>
          <dt>Environment</dt>
          <dd>{environment}</dd>
        </div>
      )}
      <div>
        <dt>Spans</dt>
        <dd>
          <Count value={trace.spanCount} />
        </dd>
      </div>
    </dl>
  )
}
