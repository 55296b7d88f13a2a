import styles from './grid.module.css'
import type { Movement } from '@lathe/verdicts'

/** A shape and a word: never told by colour alone. */
export function MovementMark({ movement }: { movement: Exclude<Movement, 'same'> }) {
  return (
    <span className={styles.movement} data-movement={movement}>
      {movement === 'improved' ? '▲ improved' : '▼ regressed'}
    </span>
  )
}
