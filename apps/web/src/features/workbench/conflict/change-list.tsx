import type { GraphDocument } from '@lathe/contract'
import { useMemo } from 'react'
import styles from './conflict.module.css'
import { type Change, changesBetween } from './document-changes.ts'

const MARKS: Record<Change['type'], string> = { added: '+', removed: '−', changed: '~' }

export function ChangeList({ from, to }: { from: GraphDocument; to: GraphDocument }) {
  const changes = useMemo(() => changesBetween(from, to), [from, to])
  if (changes.length === 0) return <p className={styles.note}>Only cards were moved.</p>
  return (
    <ul className={styles.changes}>
      {changes.map(({ type, what, fields }) => (
        <li key={what} data-type={type}>
          <span className={styles.mark} aria-label={type} role="img">
            {MARKS[type]}
          </span>
          {what}
          {fields.length > 0 && <span className={styles.note}>{fields.join(', ')}</span>}
        </li>
      ))}
    </ul>
  )
}
