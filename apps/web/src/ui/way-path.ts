import { type EdgeProps, getBezierPath, getSmoothStepPath } from '@xyflow/react'

type WayEnds = Pick<
  EdgeProps,
  'sourceX' | 'sourceY' | 'targetX' | 'targetY' | 'sourcePosition' | 'targetPosition'
>

/** Cards of one row leave no room between them, so a way back among them passes below. */
const ROW = 100
/** A label needs this much between two cards; with less it stands above them. */
const LABEL = 110

/** How a way is drawn between two cards, and where its label stands. */
export function wayPath(props: WayEnds): [path: string, labelX: number, labelY: number] {
  const { sourceX, sourceY, targetX, targetY } = props
  const isLevel = Math.abs(targetY - sourceY) < ROW
  if (targetX > sourceX - 20) {
    const [path, x, y] = getBezierPath(props)
    const isTight = targetX - sourceX < LABEL && Math.abs(targetY - sourceY) < 30
    return [path, x, isTight ? Math.min(sourceY, targetY) - 30 : y]
  }
  const low = Math.max(sourceY, targetY) + ROW
  const centerY = isLevel ? { centerY: low } : {}
  const [path, x, y] = getSmoothStepPath({ ...props, offset: 24, borderRadius: 12, ...centerY })
  return [path, x, y]
}
