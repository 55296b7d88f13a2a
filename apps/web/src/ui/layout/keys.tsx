import { keyCaps } from '../../lib/browser/key-chords.ts'
import styles from './keys.module.css'

type KeysProps = {
  /** Key combination in the `useHotkeys` syntax: `mod+k`, `g a`. */
  keys: string
}

export function Keys({ keys }: KeysProps) {
  return (
    <span className={styles.root}>
      {keyCaps(keys).map((chord, step) => (
        <kbd key={`${step}-${chord.join('+')}`} className={styles.key}>
          {chord.join(' ')}
        </kbd>
      ))}
    </span>
  )
}
