import {
  type EdgeProps,
  getBezierPath,
  getSmoothStepPath,
  Position,
  type XYPosition,
} from '@xyflow/react'

export type EdgeEnds = Pick<
  EdgeProps,
  'sourceX' | 'sourceY' | 'targetX' | 'targetY' | 'sourcePosition' | 'targetPosition'
>

/** Distance of a loop edge below the lower of its ends, which clears their cards. */
const BELOW = 100
/** Distance before the target at which an error edge turns up. */
const BEFORE = 24
const RADIUS = 10
/** Minimum gap between two cards for a label; in a smaller gap the label is placed above. */
const LABEL = 110

export const isLoopEdge = ({ sourceX, targetX }: Pick<EdgeEnds, 'sourceX' | 'targetX'>): boolean =>
  targetX <= sourceX - 20

/** Whether an edge leaves at the bottom of a card, as error edges do, and runs below the cards. */
export const leavesBelow = ({ sourcePosition }: Pick<EdgeEnds, 'sourcePosition'>): boolean =>
  sourcePosition === Position.Bottom

/**
 * Returns the SVG path of an edge and the position of its label. `lane` is the y coordinate of a
 * loop or error edge.
 */
export function edgePath(
  props: EdgeEnds,
  lane?: number,
): [path: string, labelX: number, labelY: number] {
  const { sourceX, sourceY, targetX, targetY } = props
  if (lane !== undefined && leavesBelow(props)) {
    const before = targetX - BEFORE
    const corners: XYPosition[] = [
      { x: sourceX, y: sourceY },
      { x: sourceX, y: lane },
      { x: before, y: lane },
      { x: before, y: targetY },
      { x: targetX, y: targetY },
    ]
    return [roundedPath(corners), (sourceX + before) / 2, lane]
  }
  if (!isLoopEdge(props)) {
    const [path, x, y] = getBezierPath(props)
    const isTight = targetX - sourceX < LABEL && Math.abs(targetY - sourceY) < 30
    return [path, x, isTight ? Math.min(sourceY, targetY) - 30 : y]
  }
  const centerY = lane ?? Math.max(sourceY, targetY) + BELOW
  const [path, x, y] = getSmoothStepPath({ ...props, offset: 24, borderRadius: 12, centerY })
  return [path, x, y]
}

function roundedPath(corners: readonly XYPosition[]): string {
  const turns = corners.slice(1, -1).map((corner, index) => {
    const [before, after] = [corners[index] ?? corner, corners[index + 2] ?? corner]
    const start = towards(corner, before)
    const end = towards(corner, after)
    return `L ${start.x} ${start.y} Q ${corner.x} ${corner.y} ${end.x} ${end.y}`
  })
  const [first, last] = [corners[0], corners.at(-1)]
  return [`M ${first?.x} ${first?.y}`, ...turns, `L ${last?.x} ${last?.y}`].join(' ')
}

/** Returns a point near `from` towards `to`, at most halfway. */
function towards(from: XYPosition, to: XYPosition): XYPosition {
  const length = Math.hypot(to.x - from.x, to.y - from.y)
  const share = length === 0 ? 0 : Math.min(RADIUS, length / 2) / length
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }
}
