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
  lit: number | undefined
}

const x = (lane: number) => GAP / 2 + lane * GAP

/**
 * The branch lines through one row and its dot: a square for a run start, a diamond for an
 * interrupt.
 */
export function LaneCell({ row: { node, lane, starts }, width, isOnLine, lit }: LaneCellProps) {
  const { at, joining, passing, goesOn } = lane
  return (
    <svg
      className={styles.lanes}
      width={GAP * width}
      height={HEIGHT}
      data-on-line={isOnLine || undefined}
      aria-hidden
    >
      {passing.map((each) => (
        <path key={each} data-lit={each === lit || undefined} d={`M${x(each)} 0V${HEIGHT}`} />
      ))}
      {joining.map((each) => (
        <path key={each} data-lit={each === lit || undefined} d={curve(each, at)} />
      ))}
      {goesOn && <path data-lit={isOnLine || undefined} d={`M${x(at)} ${MIDDLE}V${HEIGHT}`} />}
      <Dot at={x(at)} shape={node.isAsked ? 'asked' : starts ? 'start' : 'step'} />
    </svg>
  )
}

const curve = (from: number, to: number) =>
  from === to
    ? `M${x(from)} 0V${MIDDLE}`
    : `M${x(from)} 0C${x(from)} ${MIDDLE} ${x(to)} 2 ${x(to)} ${MIDDLE}`

function Dot({ at, shape }: { at: number; shape: 'asked' | 'start' | 'step' }) {
  if (shape === 'step') return <circle cx={at} cy={MIDDLE} r={3.5} />
  const side = shape === 'start' ? 8 : 7
  return (
    <rect
      x={at - side / 2}
      y={MIDDLE - side / 2}
      width={side}
      height={side}
      data-shape={shape}
      {...(shape === 'asked' && { transform: `rotate(45 ${at} ${MIDDLE})` })}
    />
  )
}
