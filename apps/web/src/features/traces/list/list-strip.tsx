import { Checkbox, UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { ConnectionLost } from '../../../ui/feedback/connection-lost.tsx'
import { formatTotal, type Total } from './use-counts.ts'
import styles from './list.module.css'
import type { Selection } from './use-selection.ts'

type LiveTail = {
  /** Whether new rows are inserted automatically. Undefined if new rows are impossible. */
  isLive: boolean | undefined
  /** Number of new rows not shown yet. */
  pendingCount: number
  hasMorePending: boolean
  onRelease: () => void
  /** When updates stopped, in milliseconds. */
  lostSince: number | undefined
}

type ListStripProps = {
  /** The number of traces that match the filter, once counted. */
  total: Total | undefined
  /** Number of traces that are about to be deleted. */
  pendingCount: number
  /** Ids of the loaded rows. */
  visibleIds: readonly string[]
  selection: Selection
  /** Shown while rows are selected. */
  bulk: ReactNode
  /** The state of live updates. */
  tail: LiveTail
}

/** The bar above the rows: the count or the bulk actions, and the state of live updates. */
export function ListStrip({
  total,
  pendingCount,
  visibleIds,
  selection,
  bulk,
  tail,
}: ListStripProps) {
  const { ids, isAll } = selection
  const hasPartialSelection = ids.size > 0 && !isAll && !visibleIds.every((id) => ids.has(id))
  return (
    <div className={styles.strip} data-chosen={ids.size > 0 || undefined}>
      <Checkbox
        size="xs"
        aria-label="Select all rows"
        disabled={visibleIds.length === 0}
        checked={ids.size > 0 && !hasPartialSelection}
        indeterminate={hasPartialSelection}
        onChange={() => (ids.size > 0 ? selection.clear() : selection.choose(visibleIds))}
      />
      {ids.size > 0 ? bulk : <span>{countText(total, pendingCount)}</span>}
      <TailState {...tail} isLive={ids.size > 0 ? undefined : tail.isLive} />
    </div>
  )
}

function countText(total: Total | undefined, pendingCount: number): string {
  const remainingText = total
    ? [formatTotal({ ...total, count: Math.max(0, total.count - pendingCount) })]
    : []
  const deletedText = pendingCount > 0 ? [`${pendingCount.toLocaleString('en')} being deleted`] : []
  return [...remainingText, ...deletedText].join(' · ')
}

function TailState({ isLive, pendingCount, hasMorePending, onRelease, lostSince }: LiveTail) {
  if (lostSince !== undefined) return <ConnectionLost since={lostSince} />
  if (pendingCount > 0)
    return (
      <UnstyledButton className={styles.waiting} aria-live="polite" onClick={onRelease}>
        {`${pendingCount}${hasMorePending ? '+' : ''} new`}
      </UnstyledButton>
    )
  if (isLive === undefined) return null
  return isLive ? (
    <span className={styles.live} data-live title="New traces appear automatically">
      Live
    </span>
  ) : (
    <span className={styles.live} title="New traces are held back until you scroll to the top">
      Paused
    </span>
  )
}
