import { type EdgeProps, getBezierPath, getSmoothStepPath } from '@xyflow/react'

type WayEnds = Pick<
  EdgeProps,
  'sourceX' | 'sourceY' | 'targetX' | 'targetY' | 'sourcePosition' | 'targetPosition'
>

/** A way back passes this far below the lower of its ends: between them stand the cards themselves. */
const BELOW = 100
/** A label needs this much between two cards; with less it stands above them. */
const LABEL = 110

export const isWayBack = ({ sourceX, targetX }: Pick<WayEnds, 'sourceX' | 'targetX'>): boolean =>
  targetX <= sourceX - 20

/** How a way is drawn between two cards, and where its label stands; a way back at the height of its lane. */
export function wayPath(
  props: WayEnds,
  lane?: number,
): [path: string, labelX: number, labelY: number] {
  const { sourceX, sourceY, targetX, targetY } = props
  if (!isWayBack(props)) {
    const [path, x, y] = getBezierPath(props)
    const isTight = targetX - sourceX < LABEL && Math.abs(targetY - sourceY) < 30
    return [path, x, isTight ? Math.min(sourceY, targetY) - 30 : y]
  }
  const centerY = lane ?? Math.max(sourceY, targetY) + BELOW
  const [path, x, y] = getSmoothStepPath({ ...props, offset: 24, borderRadius: 12, centerY })
  return [path, x, y]
}
