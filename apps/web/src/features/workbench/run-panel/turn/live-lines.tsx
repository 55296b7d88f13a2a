import { skipToken, useQuery } from '@tanstack/react-query'
import { IconRefresh } from '@tabler/icons-react'
import { RunningDuration } from '../../../../ui/status/quantities.tsx'
import { StatusIcon } from '../../../../ui/status/status-icon.tsx'
import { useNodeTitle } from '../../called-agents.ts'
import styles from './live-lines.module.css'
import { useTurn } from '../../run/run-store.ts'
import { api } from '../../../../lib/api/api.ts'
import { plural, formatDuration } from '../../../../lib/format/format.ts'
import { useNow } from '../../../../lib/browser/use-now.ts'
import type { RetryView } from '../../../../lib/run-view/run-view.ts'
import elementStyles from './element.module.css'

/** The running nodes with their duration and retries. */
export function LiveLines() {
  const nodes = useTurn((state) => state.view.nodes)
  const status = useTurn((state) => state.view.status)
  const running = Object.entries(nodes).filter(([, node]) => node.running > 0)

  if (status === 'pending') return <QueueLine />
  if (status !== 'running') return null
  return (
    <div className={styles.lines}>
      {running.map(([id, node]) => (
        <div key={id}>
          <p className={styles.live}>
            <StatusIcon status="running" />
            <NodeTitle id={id} />
            {node.running > 1 && <span>×{node.running}</span>}
            {node.runningSince !== null && <RunningDuration since={node.runningSince} />}
          </p>
          {node.retry && <RetryLine retry={node.retry} />}
        </div>
      ))}
    </div>
  )
}

function NodeTitle({ id }: { id: string }) {
  return <span>{useNodeTitle(id)}</span>
}

const EVERY_MS = 2_000

/** The run's position in the queue. */
function QueueLine() {
  const runId = useTurn((state) => state.runId)
  const { data: run } = useQuery(
    api.runs.get.queryOptions({
      input: runId === undefined ? skipToken : { id: runId },
      refetchInterval: EVERY_MS,
    }),
  )
  const before = run?.queuePosition ?? 0
  return (
    <p className={styles.live}>
      {before > 0 ? `Queued behind ${plural(before, 'run')}` : 'Queued…'}
    </p>
  )
}

const REASONS: Record<string, string> = {
  RATE_LIMITED: 'rate limited by the provider',
  OVERLOADED: 'the provider is overloaded',
  PROVIDER_ERROR: 'the provider had an error',
  CONNECTION: 'the provider was unreachable',
  TIMEOUT: 'the provider timed out',
  STREAM_INTERRUPTED: 'the answer was cut off',
  CONFLICT: 'the provider was busy',
}

/** Shown while waiting, and until the retry produces output. */
export function RetryLine({ retry }: { retry: RetryView }) {
  const now = useNow(250)
  const waitMs = retry.dueAt / 1_000 - now.getTime()
  const activity =
    waitMs > 0 ? `waiting ${formatDuration(Math.ceil(waitMs / 100) * 100)}` : 'trying'
  return (
    <p className={styles.retry} role="status">
      <IconRefresh size={14} aria-hidden />
      {activity}, attempt {retry.attempt} of {retry.maxAttempts}
      <span className={styles.reason}>{REASONS[retry.code] ?? retry.code}</span>
    </p>
  )
}

/** Badge beside a node's title with the element of its fan-out copy. */
export function Element({ text }: { text: string }) {
  return (
    <span className={elementStyles.root} title={text}>
      {text}
    </span>
  )
}
