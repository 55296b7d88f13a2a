import { UnstyledButton } from '@mantine/core'
import type { Comparison, RunStatus } from '@lathe/contract'
import { formatExactCount, plural } from '../../lib/format.ts'
import { StatusIcon } from '../../ui/status-icon.tsx'
import styles from './comparison.module.css'

const shapes: Record<Comparison['status'], RunStatus> = {
  draft: 'pending',
  running: 'running',
  done: 'success',
  stopped: 'cancelled',
}

const words = { draft: 'Not run yet', running: 'Running', done: 'Done', stopped: 'Stopped' }

const COUNTED =
  'Counted is what the answers took that were there when it stopped: not those that came back from before they were asked for again, nor those of earlier comparisons.'

const REUSED =
  'Earlier cells answered these, of this comparison or another: nothing was paid. “Run everything again” asks anew; the settings of the run turn it off.'

type StatusTextProps = {
  comparison: Pick<Comparison, 'status' | 'cells'>
  /** Why it stopped before its end. */
  stopped?: string | undefined
  /** Verdicts that are there, and those of all outputs there are. */
  judged?: { done: number; total: number } | undefined
  /** Cells that earlier ones answered. */
  reused?: number
  /** Shows what failed alone. */
  onShowFailed?: () => void
}

/** With progress while it matters, and how many failed. */
export function StatusText({
  comparison,
  stopped,
  judged,
  reused = 0,
  onShowFailed,
}: StatusTextProps) {
  const { status, cells } = comparison
  const isPartial = status !== 'draft' && cells.done < cells.total
  const left = cells.total - cells.done
  const isJudging = status === 'running' && !isPartial
  const failed = `${formatExactCount(cells.failed)} failed`
  return (
    <span className={styles.status}>
      <StatusIcon status={shapes[status]} />
      <span title={stopped && COUNTED}>
        {stopped !== undefined ? `Stopped: ${stopped}` : isJudging ? 'Judging' : words[status]}
        {isJudging &&
          judged &&
          ` · ${formatExactCount(judged.done)} of ${plural(judged.total, 'verdict')}`}
        {isPartial &&
          (status === 'done'
            ? `, ${formatExactCount(left)} not run yet`
            : ` · ${formatExactCount(cells.done)} of ${formatExactCount(cells.total)} cells`)}
      </span>
      {reused > 0 && (
        <span className={styles.muted} title={REUSED}>
          {formatExactCount(reused)} reused
        </span>
      )}
      {cells.failed > 0 &&
        (onShowFailed ? (
          <UnstyledButton
            className={styles.failedLink}
            title="Show the cases in which a run failed"
            onClick={onShowFailed}
          >
            {failed}
          </UnstyledButton>
        ) : (
          <span className={styles.failed}>{failed}</span>
        ))}
    </span>
  )
}
