import { Checkbox, UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { LostLine } from '../../../ui/lost-line.tsx'
import { tellTotal, type Total } from './use-counts.ts'
import styles from './list.module.css'
import type { Selection } from './use-selection.ts'

type Tail = {
  /** Whether rows come in by themselves; undefined where none can. */
  isLive: boolean | undefined
  /** How many wait; `isMoreWaiting` where there are more. */
  waiting: number
  isMoreWaiting: boolean
  onRelease: () => void
  /** When updates stopped, milliseconds. */
  lostSince: number | undefined
}

type ListStripProps = {
  /** All that pass the filter, once they are counted. */
  total: Total | undefined
  /** How many of them are deleted unless somebody takes it back. */
  leaving: number
  /** Ids of the rows that are loaded. */
  shown: readonly string[]
  selection: Selection
  /** Stands in the strip while rows are chosen. */
  bulk: ReactNode
  /** How the rows follow what happens. */
  tail: Tail
}

/** Above the rows: how many there are, or what can be done with those chosen; and whether they follow. */
export function ListStrip({ total, leaving, shown, selection, bulk, tail }: ListStripProps) {
  const { ids, isAll } = selection
  const isSome = ids.size > 0 && !isAll && !shown.every((id) => ids.has(id))
  return (
    <div className={styles.strip} data-chosen={ids.size > 0 || undefined}>
      <Checkbox
        size="xs"
        aria-label="Select the rows"
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
    <span className={styles.live} data-live title="New traces come in by themselves">
      Live
    </span>
  ) : (
    <span className={styles.live} title="New traces wait until you are back at the top">
      Waits while you read
    </span>
  )
}
