import type { FieldChange } from '@lathe/graph'
import styles from './field-change.module.css'
import { WordDiff } from './word-diff.tsx'

/** One field before and after: prose and code by words, anything else whole. */
export function FieldChangeView({ field }: { field: FieldChange }) {
  const { path, before, after, form } = field
  return (
    <div className={styles.root}>
      <span className={styles.path}>{path}</span>
      {form === 'value' ? (
        <span className={styles.values}>
          {before !== undefined && <del className={styles.value}>{valueText(before)}</del>}
          {before !== undefined && after !== undefined && <span aria-hidden>→</span>}
          {after !== undefined && <ins className={styles.value}>{valueText(after)}</ins>}
        </span>
      ) : (
        <WordDiff before={proseOf(before)} after={proseOf(after)} isCode={form === 'code'} />
      )}
    </div>
  )
}

const proseOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** A value of a document in one line, or in several when it is larger. */
export function valueText(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (typeof value === 'string') return value === '' ? '“”' : value
  const line = JSON.stringify(value)
  return line.length > 60 ? JSON.stringify(value, null, 2) : line
}
