import type { Json, ToolTestResult } from '@lathe/contract'
import { formatDuration } from '../../lib/format/format.ts'
import { JsonView } from '../../ui/json/json-view.tsx'
import { RowsTable, parseRows } from './rows-table.tsx'
import styles from './tools.module.css'

export function TrialResult({ trial }: { trial: ToolTestResult }) {
  if (trial.ok) {
    return (
      <div className={styles.result}>
        <p className={styles.note}>Completed in {formatDuration(trial.durationMs)}</p>
        <Result result={trial.result} />
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

function Result({ result }: { result: Json }) {
  if (typeof result === 'string') return <pre className={styles.text}>{result}</pre>
  const rows = parseRows(result)
  return rows ? <RowsTable {...rows} /> : <JsonView label="Result" value={result} />
}
