import type { TreeRow } from './tree-rows.ts'
import styles from './history.module.css'

const GAP = 14
const HEIGHT = 28
const MIDDLE = HEIGHT / 2

type LaneCellProps = {
  row: TreeRow
  width: number
  /** Whether the selected checkpoint descends from this row. */
  isOnLine: boolean
  /** The lane above through which the highlighted line comes down. */
  litLane: number | undefined
}

const x = (lane: number) => GAP / 2 + lane * GAP

/**
 * The branch lines through one row and its dot: a square for a run start, a diamond for an
 * interrupt.
 */
export function LaneCell({ row: { node, lane, starts }, width, isOnLine, litLane }: LaneCellProps) {
  const { lane: laneIndex, joining: joiningLanes, passing: passingLanes, continues } = lane
  return (
    <svg
      className={styles.lanes}
      width={GAP * width}
      height={HEIGHT}
      data-on-line={isOnLine || undefined}
      aria-hidden
    >
      {passingLanes.map((other) => (
        <path
          key={other}
          data-lit={other === litLane || undefined}
          d={`M${x(other)} 0V${HEIGHT}`}
        />
      ))}
      {joiningLanes.map((other) => (
        <path key={other} data-lit={other === litLane || undefined} d={curve(other, laneIndex)} />
      ))}
      {continues && (
        <path data-lit={isOnLine || undefined} d={`M${x(laneIndex)} ${MIDDLE}V${HEIGHT}`} />
      )}
      <Dot x={x(laneIndex)} shape={node.hasInterrupt ? 'asked' : starts ? 'start' : 'step'} />
    </svg>
  )
}

const curve = (from: number, to: number) =>
  from === to
    ? `M${x(from)} 0V${MIDDLE}`
    : `M${x(from)} 0C${x(from)} ${MIDDLE} ${x(to)} 2 ${x(to)} ${MIDDLE}`

function Dot({ x, shape }: { x: number; shape: 'asked' | 'start' | 'step' }) {
  if (shape === 'step') return <circle cx={x} cy={MIDDLE} r={3.5} />
  const size = shape === 'start' ? 8 : 7
  return (
    <rect
      x={x - size / 2}
      y={MIDDLE - size / 2}
      width={size}
      height={size}
      data-shape={shape}
      {...(shape === 'asked' && { transform: `rotate(45 ${x} ${MIDDLE})` })}
    />
  )
}
