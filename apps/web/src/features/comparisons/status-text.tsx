import type { Comparison, RunStatus } from '@lathe/contract'
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

type StatusTextProps = {
  comparison: Pick<Comparison, 'status' | 'cells'>
  /** Why it stopped before its end. */
  stopped?: string | undefined
}

/** With progress while it matters, and how many failed. */
export function StatusText({ comparison, stopped }: StatusTextProps) {
  const { status, cells } = comparison
  const isPartial = status !== 'draft' && cells.done < cells.total
  const left = cells.total - cells.done
  return (
    <span className={styles.status}>
      <StatusIcon status={shapes[status]} />
      <span title={stopped && COUNTED}>
        {stopped !== undefined
          ? `Stopped: ${stopped}`
          : status === 'running' && !isPartial
            ? 'Judging'
            : words[status]}
        {isPartial &&
          (status === 'done'
            ? `, ${left} not run yet`
            : ` · ${cells.done} of ${cells.total} cells`)}
      </span>
      {cells.failed > 0 && <span className={styles.failed}>{cells.failed} failed</span>}
    </span>
  )
}
