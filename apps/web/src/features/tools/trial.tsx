import type { ToolTrial } from '@lathe/contract'
import { formatDuration } from '../../lib/format.ts'
import { JsonView } from '../../ui/json-view.tsx'
import styles from './tools.module.css'

/** What came of a trial, and how long it took. */
export function Trial({ trial }: { trial: ToolTrial }) {
  if (trial.ok) {
    return (
      <div className={styles.result}>
        <p className={styles.note}>Answered in {formatDuration(trial.durationMs)}</p>
        {typeof trial.result === 'string' ? (
          <pre className={styles.text}>{trial.result}</pre>
        ) : (
          <JsonView label="Result" value={trial.result} />
        )}
      </div>
    )
  }
  const { error, durationMs } = trial
  return (
    <div className={styles.refused}>
      <p>{error.message}</p>
      {error.hint && <p className={styles.note}>{error.hint}</p>}
      <p className={styles.note}>
        <code>{error.code}</code> after {formatDuration(durationMs)}
      </p>
    </div>
  )
}
