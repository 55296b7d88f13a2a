import type { SpanStatus } from '@lathe/contract'
import { Duration, RunningDuration, Tokens } from '../../../../ui/status/quantities.tsx'
import { StatusIcon } from '../../../../ui/status/status-icon.tsx'
import { useNodeRun, useRunView } from '../../workbench-context.ts'
import styles from './card.module.css'

/** Shows a node's status in the current run: times, executions, tokens and error. */
export function CardRun({ id }: { id: string }) {
  const run = useNodeRun(id)
  if (!run || run.count === 0) return null
  const {
    status,
    count,
    running,
    runningSince,
    durationMs,
    usage,
    error,
    retry,
    isCached,
    isPinned,
  } = run
  const hasTokens = usage.input > 0 || usage.output > 0

  return (
    <div className={styles.run}>
      <div className={styles.runLine}>
        <StatusIcon status={status} size={12} />
        {count > 1 && <span title={`${count} executions, ${running} running`}>×{count}</span>}
        {runningSince === null ? (
          <Duration ms={durationMs} />
        ) : (
          <RunningDuration since={runningSince} />
        )}
        {isCached && <span>cached</span>}
        {isPinned && <span>pinned</span>}
        {hasTokens && (
          <span className={styles.tokens}>
            <Tokens usage={usage} />
          </span>
        )}
      </div>
      {retry && (
        <p className={styles.retry}>
          attempt {retry.attempt} of {retry.maxAttempts}
        </p>
      )}
      {error && (
        <p className={styles.failure} title={error.message}>
          {error.message}
        </p>
      )}
    </div>
  )
}

/** Returns a node's status in the current run, or undefined if it has not run. */
export function useCardStatus(id: string): SpanStatus | undefined {
  return useRunView((view) => {
    const isStopped = view.interrupts.some(
      (interrupt) => interrupt.kind === 'breakpoint' && interrupt.nodes.includes(id),
    )
    if (isStopped) return 'interrupted'
    const node = view.nodes[id]
    return node && node.count > 0 ? node.status : undefined
  })
}
