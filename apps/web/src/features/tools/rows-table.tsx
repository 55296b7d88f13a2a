import type { Json, JsonObject } from '@lathe/contract'
import { plural } from '../../lib/format/format.ts'
import { CopyButton } from '../../ui/fields/copy-button.tsx'
import styles from './rows-table.module.css'

export type Rows = { rows: readonly JsonObject[]; truncated: boolean }

/** Returns the result of a query if it consists of rows. */
export function parseRows(result: Json): Rows | null {
  if (typeof result !== 'object' || result === null || Array.isArray(result)) return null
  const { rows, truncated } = result
  if (!Array.isArray(rows) || rows.length === 0) return null
  const objects = rows.flatMap((row) =>
    typeof row === 'object' && row !== null && !Array.isArray(row) ? [row] : [],
  )
  return objects.length === rows.length ? { rows: objects, truncated: truncated === true } : null
}

/** Shows rows as a table. Copying yields the JSON that a model receives. */
export function RowsTable({ rows, truncated }: Rows) {
  const columns = Object.keys(rows[0] ?? {})
  return (
    <section aria-label="Result">
      <p className={styles.head}>
        {plural(rows.length, 'row')}
        {truncated && ', truncated'}
        <CopyButton value={JSON.stringify(rows, null, 2)} label="Copy rows as JSON" />
      </p>
      <div className={styles.scroll}>
        <table>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr key={index}>
                {columns.map((column) => (
                  <Cell key={column} value={row[column] ?? null} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function Cell({ value }: { value: Json }) {
  if (value === null) return <td className={styles.none}>null</td>
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return (
    <td data-numeric={typeof value === 'number' || undefined} title={text}>
      {text}
    </td>
  )
}
