import type { Trace } from '@lathe/contract'
import { formatDuration, formatRelativeTime } from '../lib/format.ts'
import { useNow } from '../lib/use-now.ts'
import { Duration, RunningDuration } from './quantities.tsx'
import { StatusIcon } from './status-icon.tsx'
import { PAUSED_ELSEWHERE, useSilent } from '../lib/silent.ts'

/** Another program waits for a human: the answer cannot be given here. */
const isPausedElsewhere = ({ status, source }: Trace) => status === 'interrupted' && source !== null

/** Its status; of one that fell silent also when it was last heard of. */
export function TraceStatus({ trace, hasWord = false }: { trace: Trace; hasWord?: boolean }) {
  const isSilent = useSilent(trace)
  const now = useNow(1_000)
  const heard =
    trace.status === 'running' &&
    isSilent &&
    `last heard ${formatRelativeTime(new Date(trace.lastReceivedAt / 1_000), now)}`
  return (
    <StatusIcon
      status={trace.status}
      hasWord={hasWord}
      {...(heard && { still: heard })}
      {...(isPausedElsewhere(trace) && { word: PAUSED_ELSEWHERE })}
    />
  )
}

/** The active time of a trace. Counts up while it runs; for a silent one, the least it is known to have taken. */
export function TraceDuration({ trace }: { trace: Trace }) {
  const isSilent = useSilent(trace)
  const { status, startedAt, activeMs, waitingMs, lastReceivedAt } = trace
  if (activeMs !== null) return <Duration ms={activeMs} />
  if (status !== 'running') return <Duration ms={null} />
  if (!isSilent) return <RunningDuration since={startedAt + waitingMs * 1_000} />
  if (lastReceivedAt <= startedAt) return <Duration ms={null} />
  return (
    <span title="End not reported">≥ {formatDuration((lastReceivedAt - startedAt) / 1_000)}</span>
  )
}
