import type { ImportReport } from '@lathe/contract'
import styles from '../datasets.module.css'

type ProblemsProps = { problems: ImportReport['problems']; title: string }

export function Problems({ problems: { total, first: firstProblems }, title }: ProblemsProps) {
  if (total === 0) return null
  return (
    <section role="alert">
      <p className={styles.failed}>
        {title}: {total}
      </p>
      <ul className={styles.list}>
        {firstProblems.map(({ row, message }) => (
          <li key={`${row} ${message}`}>{row === 0 ? message : `Row ${row}: ${message}`}</li>
        ))}
      </ul>
      {total > firstProblems.length && (
        <p className={styles.muted}>and {total - firstProblems.length} more</p>
      )}
    </section>
  )
}
