import { ActionIcon } from '@mantine/core'
import { IconChartBar, IconTable } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { CopyButton } from '../../ui/copy-button.tsx'
import styles from './overview.module.css'
import type { TableTwin } from './table-twin.ts'
import { toCsv } from './table-twin.ts'

type ChartPanelProps = {
  title: string
  /** The figure of the whole range. */
  total: string
  legend?: readonly { label: string; colour: string }[]
  /** The same numbers as a table. */
  twin: TableTwin
  children: ReactNode
}

/** A chart with its title, its total and its table. */
export function ChartPanel({ title, total, legend = [], twin, children }: ChartPanelProps) {
  const [isTable, setIsTable] = useState(false)
  return (
    <section className={styles.panel} aria-label={title}>
      <header className={styles.panelHead}>
        <h2>{title}</h2>
        <span className={styles.total}>{total}</span>
        <span className={styles.legend}>
          {legend.length > 1 &&
            legend.map(({ label, colour }) => (
              <span key={label}>
                <span className={styles.swatch} style={{ background: colour }} />
                {label}
              </span>
            ))}
        </span>
        <span className={styles.panelActions}>
          {isTable && <CopyButton value={toCsv(twin)} label={`Copy ${title} as CSV`} />}
          <ActionIcon
            variant="subtle"
            size="sm"
            aria-label={isTable ? `Show ${title} as a chart` : `Show ${title} as a table`}
            onClick={() => setIsTable(!isTable)}
          >
            {isTable ? <IconChartBar size={14} /> : <IconTable size={14} />}
          </ActionIcon>
        </span>
      </header>
      {isTable ? <Twin twin={twin} label={title} /> : <div className={styles.plot}>{children}</div>}
    </section>
  )
}

function Twin({ twin, label }: { twin: TableTwin; label: string }) {
  return (
    <div className={styles.twin} tabIndex={0} role="region" aria-label={`${label}, as a table`}>
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
                <td key={twin.columns[index]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
