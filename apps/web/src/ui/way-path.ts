import {
  type EdgeProps,
  getBezierPath,
  getSmoothStepPath,
  Position,
  type XYPosition,
} from '@xyflow/react'

export type WayEnds = Pick<
  EdgeProps,
  'sourceX' | 'sourceY' | 'targetX' | 'targetY' | 'sourcePosition' | 'targetPosition'
>

/** A way back passes this far below the lower of its ends: between them stand the cards themselves. */
const BELOW = 100
/** A way that came from below turns this far before its end. */
const BEFORE = 24
const RADIUS = 10
/** A label needs this much between two cards; with less it stands above them. */
const LABEL = 110

export const isWayBack = ({ sourceX, targetX }: Pick<WayEnds, 'sourceX' | 'targetX'>): boolean =>
  targetX <= sourceX - 20

/** A way out of the bottom of a card, where failures leave, goes along under the cards. */
export const isWayBelow = ({ sourcePosition }: Pick<WayEnds, 'sourcePosition'>): boolean =>
  sourcePosition === Position.Bottom

/** How a way is drawn between two cards, and where its label stands; a way back at the height of its lane. */
export function wayPath(
  props: WayEnds,
  lane?: number,
): [path: string, labelX: number, labelY: number] {
  const { sourceX, sourceY, targetX, targetY } = props
  if (lane !== undefined && isWayBelow(props)) {
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
  if (!isWayBack(props)) {
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

/** A little of the way from one corner to the next, never past its middle. */
function towards(from: XYPosition, to: XYPosition): XYPosition {
  const length = Math.hypot(to.x - from.x, to.y - from.y)
  const share = length === 0 ? 0 : Math.min(RADIUS, length / 2) / length
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }
}
