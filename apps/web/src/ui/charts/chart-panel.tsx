import { ActionIcon, Tooltip } from '@mantine/core'
import { IconChartBar, IconDownload, IconTable } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { saveFile } from '../../lib/browser/save-file.ts'
import { CopyButton } from '../fields/copy-button.tsx'
import styles from './charts.module.css'
import { type ChartTableData, type ChartTableRow, toCsv } from './chart-table-data.ts'

type ChartPanelProps = {
  title: string
  /** Total over the whole range. */
  total: string
  legend?: readonly { label: string; colour: string; isDashed?: boolean; isHollow?: boolean }[]
  /** The chart's data as a table. */
  data: ChartTableData
  /** Renders the first cell of a row as a link to the counted items. */
  renderLink?: (row: ChartTableRow) => ReactNode
  children: ReactNode
}

/** Chart with a title, a total and a table of the same data. */
export function ChartPanel(props: ChartPanelProps) {
  const { title, total, legend = [], data, renderLink, children } = props
  const [isTable, setIsTable] = useState(false)
  const save = () =>
    saveFile(
      `${title.toLowerCase().replaceAll(/\W+/g, '-')}.csv`,
      new Blob([toCsv(data)], { type: 'text/csv' }),
    )
  const toggleLabel = isTable ? `Show ${title} as a chart` : `Show ${title} as a table`
  return (
    <section className={styles.panel} aria-label={title}>
      <header className={styles.panelHead}>
        <h2>{title}</h2>
        <span className={styles.total} title={total}>
          {total}
        </span>
        <span className={styles.legend}>
          {legend.length > 1 &&
            legend.map(({ label, colour, isDashed, isHollow }) => (
              <span key={label}>
                <span
                  className={styles.swatch}
                  data-dashed={isDashed || undefined}
                  data-hollow={isHollow || undefined}
                  style={isHollow ? { borderColor: colour } : { background: colour }}
                />
                {label}
              </span>
            ))}
        </span>
        <span className={styles.panelActions}>
          {isTable && <CopyButton value={() => toCsv(data)} label={`Copy ${title} as CSV`} />}
          <Tooltip label={`Save ${title} as CSV`}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              aria-label={`Save ${title} as CSV`}
              onClick={save}
            >
              <IconDownload size={14} />
            </ActionIcon>
          </Tooltip>
          <Tooltip label={toggleLabel}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              aria-label={toggleLabel}
              onClick={() => setIsTable(!isTable)}
            >
              {isTable ? <IconChartBar size={14} /> : <IconTable size={14} />}
            </ActionIcon>
          </Tooltip>
        </span>
      </header>
      {isTable ? (
        <ChartTable data={data} label={`${title} as a table`} renderLink={renderLink} />
      ) : (
        <div className={styles.plot}>{children}</div>
      )}
    </section>
  )
}

type ChartTableProps = {
  data: ChartTableData
  label: string
  renderLink?: ((row: ChartTableRow) => ReactNode) | undefined
}

function ChartTable({ data, label, renderLink }: ChartTableProps) {
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
