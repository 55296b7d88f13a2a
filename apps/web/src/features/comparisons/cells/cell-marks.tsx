import type { Movement, Preference } from '@lathe/verdicts'
import styles from '../grid/grid.module.css'

/** A shape and a word: never told by colour alone. */
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

/** Which side a judge of pairs chose: a shape and a word, in the variant's cell. */
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
