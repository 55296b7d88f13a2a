import { Checkbox, UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { LostLine } from '../../../ui/lost-line.tsx'
import { tellTotal, type Total } from './use-counts.ts'
import styles from './list.module.css'
import type { Selection } from './use-selection.ts'

type Tail = {
  /** Whether new rows are inserted automatically. Undefined if new rows are impossible. */
  isLive: boolean | undefined
  /** Number of new rows not shown yet. */
  waiting: number
  isMoreWaiting: boolean
  onRelease: () => void
  /** When updates stopped, in milliseconds. */
  lostSince: number | undefined
}

type ListStripProps = {
  /** The number of traces that match the filter, once counted. */
  total: Total | undefined
  /** Number of traces that are about to be deleted. */
  leaving: number
  /** Ids of the loaded rows. */
  shown: readonly string[]
  selection: Selection
  /** Shown while rows are selected. */
  bulk: ReactNode
  /** The state of live updates. */
  tail: Tail
}

/** The bar above the rows: the count or the bulk actions, and the state of live updates. */
export function ListStrip({ total, leaving, shown, selection, bulk, tail }: ListStripProps) {
  const { ids, isAll } = selection
  const isSome = ids.size > 0 && !isAll && !shown.every((id) => ids.has(id))
  return (
    <div className={styles.strip} data-chosen={ids.size > 0 || undefined}>
      <Checkbox
        size="xs"
        aria-label="Select all rows"
        disabled={shown.length === 0}
        checked={ids.size > 0 && !isSome}
        indeterminate={isSome}
        onChange={() => (ids.size > 0 ? selection.clear() : selection.choose(shown))}
      />
      {ids.size > 0 ? bulk : <span>{countText(total, leaving)}</span>}
      <TailState {...tail} isLive={ids.size > 0 ? undefined : tail.isLive} />
    </div>
  )
}

function countText(total: Total | undefined, leaving: number): string {
  const staying = total ? [tellTotal({ ...total, count: Math.max(0, total.count - leaving) })] : []
  const gone = leaving > 0 ? [`${leaving.toLocaleString('en')} being deleted`] : []
  return [...staying, ...gone].join(' · ')
}

function TailState({ isLive, waiting, isMoreWaiting, onRelease, lostSince }: Tail) {
  if (lostSince !== undefined) return <LostLine since={lostSince} />
  if (waiting > 0)
    return (
      <UnstyledButton className={styles.waiting} aria-live="polite" onClick={onRelease}>
        {`${waiting}${isMoreWaiting ? '+' : ''} new`}
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
