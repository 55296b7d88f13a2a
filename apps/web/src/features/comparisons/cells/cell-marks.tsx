import type { Movement, Preference } from '@lathe/verdicts'
import styles from '../grid/grid.module.css'

/** Shows the movement by shape and word, not only by color. */
export function MovementMark({ movement }: { movement: Exclude<Movement, 'same'> }) {
  return (
    <span className={styles.movement} data-movement={movement}>
      {movement === 'improved' ? '▲ improved' : '▼ regressed'}
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
      className={styles.movement}
      data-movement={preference === 'baseline' ? 'regressed' : undefined}
    >
      {WORDS[preference]}
    </span>
  )
}
