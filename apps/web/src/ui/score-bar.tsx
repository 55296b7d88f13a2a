import styles from './score-bar.module.css'

/** A share of 1 as a bar beside its number. */
export function ScoreBar({ value }: { value: number }) {
  const share = Math.max(0, Math.min(1, value))
  return (
    <span className={styles.root}>
      <span className={styles.track} aria-hidden>
        <span style={{ width: `${share * 100}%` }} />
      </span>
      {value.toFixed(2)}
    </span>
  )
}
