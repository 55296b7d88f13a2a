import type { ReactNode } from 'react'
import styles from './charts.module.css'
import type { ChartTableData, ChartTableRow } from './chart-table-data.ts'

type ChartTableProps = {
  data: ChartTableData
  label: string
  renderLink?: ((row: ChartTableRow) => ReactNode) | undefined
}

export function ChartTable({ data, label, renderLink }: ChartTableProps) {
  return (
    <div className={styles.twin} tabIndex={0} role="region" aria-label={label}>
      <table>
        <thead>
          <tr>
            {data.columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.rows.map((row) => (
            <tr key={row.key}>
              {row.cells.map((cell, index) => (
                <td key={data.columns[index]}>
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
