import { UnstyledButton } from '@mantine/core'
import type { Comparison, RunStatus } from '@lathe/contract'
import { formatExactCount, plural } from '../../lib/format/format.ts'
import { StatusIcon } from '../../ui/status/status-icon.tsx'
import styles from './comparison.module.css'

const shapes: Record<Comparison['status'], RunStatus> = {
  draft: 'pending',
  running: 'running',
  done: 'success',
  stopped: 'cancelled',
}

const words = { draft: 'Not run yet', running: 'Running', done: 'Done', stopped: 'Stopped' }

const COUNTED = 'Counts only current results. Replaced results and reused cells are not included.'

const REUSED =
  'Reused from earlier cells at no cost. Choose “Rerun all” to run them again, or turn reuse off in the settings.'

type StatusTextProps = {
  comparison: Pick<Comparison, 'status' | 'cells'>
  /** Why it stopped early. */
  stopped?: string | undefined
  /** Done and total verdicts for the existing outputs. */
  judgedCount?: { done: number; total: number } | undefined
  /** Number of reused cells. */
  reused?: number
  /** Filters the grid to failed cells. */
  onShowFailed?: () => void
}

/** The status with progress and the number of failed cells. */
export function StatusText({
  comparison,
  stopped,
  judgedCount,
  reused = 0,
  onShowFailed,
}: StatusTextProps) {
  const { status, cells } = comparison
  const isPartial = status !== 'draft' && cells.done < cells.total
  const remaining = cells.total - cells.done
  const isJudging = status === 'running' && !isPartial
  const failed = `${formatExactCount(cells.failed)} failed`
  return (
    <span className={styles.status}>
      <StatusIcon status={shapes[status]} />
      <span title={stopped && COUNTED}>
        {stopped !== undefined ? `Stopped: ${stopped}` : isJudging ? 'Judging' : words[status]}
        {isJudging &&
          judgedCount &&
          ` · ${formatExactCount(judgedCount.done)} of ${plural(judgedCount.total, 'verdict')}`}
        {isPartial &&
          (status === 'done'
            ? `, ${formatExactCount(remaining)} not run yet`
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
            title="Show failed cases"
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
