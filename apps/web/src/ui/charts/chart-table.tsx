import type { ReactNode } from 'react'
import styles from './charts.module.css'
import type { ChartTableData, ChartTableRow } from './chart-table-data.ts'

type ChartTableProps = {
  twin: ChartTableData
  label: string
  renderLink?: ((row: ChartTableRow) => ReactNode) | undefined
}

export function ChartTable({ twin, label, renderLink }: ChartTableProps) {
  return (
    <div className={styles.twin} tabIndex={0} role="region" aria-label={label}>
      <table>
        <thead>
          <tr>
            {twin.columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {twin.rows.map((row) => (
            <tr key={row.key}>
              {row.cells.map((cell, index) => (
                <td key={twin.columns[index]}>
                  {index === 0 && renderLink ? renderLink(row) : cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
