import { usePlotArea } from 'recharts'
import type { HistoryPoint } from './history-points.ts'
import type { Figure } from './why-unknown.ts'

export const VERSION_COLOUR = 'var(--accent)'
export const BASELINE_COLOUR = 'var(--text-subtle)'

type RunDotProps = {
  figure: Figure
  /** Put in by recharts. */
  cx?: number | null
  cy?: number | null
  payload?: HistoryPoint
}

const RADIUS = 3.5

/** A regression is told by its shape, and by its colour; what is not known is a ring at the foot of its place. */
export function RunDot({ figure, cx, cy, payload }: RunDotProps) {
  const plot = usePlotArea()
  if (cx == null || !payload || !plot) return <g />
  if (cy == null) {
    return (
      <circle
        cx={cx}
        cy={plot.y + plot.height - 2 * RADIUS}
        r={RADIUS}
        fill="var(--canvas)"
        stroke={BASELINE_COLOUR}
      >
        <title>{`${payload.label}: not known. ${payload.why(figure)}`}</title>
      </circle>
    )
  }
  if (payload.isRegression) {
    return <rect x={cx - 4} y={cy - 4} width={8} height={8} fill="var(--status-error)" />
  }
  return <circle cx={cx} cy={cy} r={RADIUS} fill={VERSION_COLOUR} />
}
