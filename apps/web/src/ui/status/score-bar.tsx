import styles from './score-bar.module.css'

/** Bar and number for a score between 0 and 1. */
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
