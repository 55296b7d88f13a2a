import styles from './charts.module.css'

type Entry = { name?: string | number; value?: unknown; color?: string; fill?: string }

type ChartTooltipProps = {
  format: (value: number | null) => string
  title: (label: string | number, entry: unknown) => string
  /** Why there is no value of this name. */
  why?: (label: string | number, name: string) => string | undefined
  /** These three are put in by recharts. */
  active?: boolean
  label?: string | number
  payload?: (Entry & { payload?: unknown })[]
}

export function ChartTooltip({ format, title, why, active, label, payload }: ChartTooltipProps) {
  if (!active || !payload || label === undefined) return null
  return (
    <div className={styles.tooltip}>
      <p>{title(label, payload[0]?.payload)}</p>
      {payload.map((entry) => (
        <p key={entry.name} className={styles.tooltipRow}>
          <span className={styles.swatch} style={{ background: entry.color ?? entry.fill }} />
          {entry.name}
          <b>{format(typeof entry.value === 'number' ? entry.value : null)}</b>
          {entry.value === null && <span>{why?.(label, String(entry.name))}</span>}
        </p>
      ))}
    </div>
  )
}
