import type { CaseChange, Preference } from '@lathe/verdicts'
import styles from '../grid/grid.module.css'

/** Shows the change by shape and word, not only by color. */
export function ChangeMark({ change }: { change: Exclude<CaseChange, 'same'> }) {
  return (
    <span className={styles.change} data-change={change}>
      {change === 'improved' ? '▲ improved' : '▼ regressed'}
    </span>
  )
}

const WORDS: Record<Preference, string> = {
  variant: '▲ preferred',
  baseline: '▼ baseline preferred',
  tie: 'Tie',
  'no verdict': 'No verdict',
}

/** Shows which side a pairwise judge preferred. */
export function PreferenceMark({ preference }: { preference: Preference | undefined }) {
  if (preference === undefined) return null
  return (
    <span
      className={styles.change}
      data-change={preference === 'baseline' ? 'regressed' : undefined}
    >
      {WORDS[preference]}
    </span>
  )
}
