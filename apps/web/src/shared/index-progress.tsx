import { Progress } from '@mantine/core'
import { formatPercent } from '../lib/format/format.ts'
import { useFullTextIndex } from '../lib/api/use-full-text-index.ts'
import styles from './index-progress.module.css'

type IndexProgressProps = {
  filters: readonly string[]
  /** Whether to add the page's horizontal padding. */
  isInset?: boolean
}

/** Warns, under a text filter, that the search index is incomplete. */
export function IndexProgress({ filters, isInset = true }: IndexProgressProps) {
  const words = useFullTextIndex(filters)
  if (!words || words.isWhole) return null
  const share = 1 - words.waiting / words.total
  return (
    <div className={styles.root} data-inset={isInset || undefined}>
      <p role="status">The search index is being rebuilt: some traces are not found yet</p>
      <Progress size="xs" w={96} value={Math.round(share * 100)} aria-label="Indexed traces" />
      <span>{formatPercent(share)}</span>
    </div>
  )
}
