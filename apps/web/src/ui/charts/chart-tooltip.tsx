import styles from './charts.module.css'

type Entry = { name?: string | number; value?: unknown; color?: string; fill?: string }

type ChartTooltipProps = {
  format: (value: number | null) => string
  title: (label: string | number, entry: unknown) => string
  /** Explains why the series has no value at this point. */
  explainGap?: (label: string | number, name: string) => string | undefined
  /** Note about values that the chart leaves out. */
  renderNote?: (label: string | number) => string | undefined
  /** Recharts sets the next three. */
  active?: boolean
  label?: string | number
  payload?: (Entry & { payload?: unknown })[]
}

export function ChartTooltip(props: ChartTooltipProps) {
  const { format, title, explainGap, renderNote, active, label, payload } = props
  if (!active || !payload || label === undefined) return null
  const note = renderNote?.(label)
  return (
    <div className={styles.tooltip}>
      <p>{title(label, payload[0]?.payload)}</p>
      {payload.map((entry) => (
        <p key={entry.name} className={styles.tooltipRow}>
          <span className={styles.swatch} style={{ background: entry.color ?? entry.fill }} />
          {entry.name}
          <b>{format(typeof entry.value === 'number' ? entry.value : null)}</b>
          {entry.value === null && <span>{explainGap?.(label, String(entry.name))}</span>}
        </p>
      ))}
      {note && <p>{note}</p>}
    </div>
  )
}
