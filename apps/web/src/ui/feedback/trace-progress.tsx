import type { Trace } from '@lathe/contract'
import { formatDuration, formatRelativeTime } from '../../lib/format/format.ts'
import { useNow } from '../../lib/browser/use-now.ts'
import { Duration, RunningDuration } from '../status/quantities.tsx'
import { StatusIcon } from '../status/status-icon.tsx'
import { PAUSED_ELSEWHERE, useIsSilent } from '../../lib/format/is-silent.ts'

/** An interrupt of an external program cannot be answered here. */
const isPausedElsewhere = ({ status, source }: Trace) => status === 'interrupted' && source !== null

/** Status of a trace. For a silent trace, also when it was last heard. */
export function TraceStatus({ trace, hasLabel = false }: { trace: Trace; hasLabel?: boolean }) {
  const isSilent = useIsSilent(trace)
  const now = useNow(1_000)
  const lastHeardText =
    trace.status === 'running' &&
    isSilent &&
    `last heard ${formatRelativeTime(new Date(trace.lastReceivedAt / 1_000), now)}`
  return (
    <StatusIcon
      status={trace.status}
      hasLabel={hasLabel}
      {...(lastHeardText && { staticReason: lastHeardText })}
      {...(isPausedElsewhere(trace) && { label: PAUSED_ELSEWHERE })}
    />
  )
}

/** Active time of a trace. Counts up while it runs; shows a lower bound for a silent trace. */
export function TraceDuration({ trace }: { trace: Trace }) {
  const isSilent = useIsSilent(trace)
  const { status, startedAt, activeMs, waitingMs, lastReceivedAt } = trace
  if (activeMs !== null) return <Duration ms={activeMs} />
  if (status !== 'running') return <Duration ms={null} />
  if (!isSilent) return <RunningDuration since={startedAt + waitingMs * 1_000} />
  if (lastReceivedAt <= startedAt) return <Duration ms={null} />
  return (
    <span title="End not reported">≥ {formatDuration((lastReceivedAt - startedAt) / 1_000)}</span>
  )
}
