import { END, type GraphDocument, START } from '@lathe/contract'
import { plural } from '../../lib/format/format.ts'
import { cardColour } from '../../ui/status/node-kind-icon.tsx'
import { nodePositions, type Point } from '../../lib/values/node-positions.ts'
import styles from './mini-graph.module.css'

const WIDTH = 200
const HEIGHT = 64
const MARGIN = 40

type MiniGraphProps = {
  document: GraphDocument
}

/** A thumbnail of the graph: its nodes in the colors of their kinds, and its edges. */
export function MiniGraph({ document }: MiniGraphProps) {
  const positions = nodePositions(document)
  const count = Object.keys(document.nodes).length
  return (
    <svg
      className={styles.root}
      viewBox={viewBox(Object.values(positions))}
      role="img"
      aria-label={`A graph of ${plural(count, 'node')}`}
    >
      {document.edges.map(({ from, to, when }) => (
        <path
          key={`${from}:${when ?? ''}>${to}`}
          d={pathBetween(
            positions[from] ?? [0, 0],
            positions[to] ?? [0, 0],
            from === START,
            to === END,
          )}
          className={styles.edge}
        />
      ))}
      {Object.entries(positions).map(([id, [x, y]]) => {
        const kind = id === START || id === END ? id : document.nodes[id]?.kind
        if (!kind) return null
        return <Shape key={id} x={x} y={y} isEnd={id === kind} colour={cardColour(kind)} />
      })}
    </svg>
  )
}

type ShapeProps = { x: number; y: number; isEnd: boolean; colour: string }

function Shape({ x, y, isEnd, colour }: ShapeProps) {
  return isEnd ? (
    <circle cx={x + WIDTH / 2} cy={y + HEIGHT / 2} r={22} className={styles.end} />
  ) : (
    <rect x={x} y={y} width={WIDTH} height={HEIGHT} rx={14} fill={colour} />
  )
}

/** START and END are circles, so their edges must reach further in. */
const END_INSET = WIDTH / 2 - 22

function pathBetween([x1, y1]: Point, [x2, y2]: Point, isFirst: boolean, isLast: boolean): string {
  const isBackEdge = x2 <= x1
  if (Math.abs(x2 - x1) < WIDTH && Math.abs(y2 - y1) > HEIGHT) {
    const [fromY, toY] = y2 > y1 ? [y1 + HEIGHT, y2] : [y1, y2 + HEIGHT]
    const between = (fromY + toY) / 2
    const [fromX, toX] = [x1 + WIDTH / 2, x2 + WIDTH / 2]
    return `M${fromX},${fromY} C${fromX},${between} ${toX},${between} ${toX},${toY}`
  }
  const fromX = x1 + (isBackEdge ? WIDTH / 2 : WIDTH - (isFirst ? END_INSET : 0))
  const fromY = y1 + (isBackEdge ? HEIGHT : HEIGHT / 2)
  const toX = x2 + (isBackEdge ? WIDTH / 2 : isLast ? END_INSET : 0)
  const toY = y2 + (isBackEdge ? HEIGHT : HEIGHT / 2)
  if (isBackEdge) {
    const low = Math.max(fromY, toY) + 90
    return `M${fromX},${fromY} C${fromX},${low} ${toX},${low} ${toX},${toY}`
  }
  const middle = (fromX + toX) / 2
  return `M${fromX},${fromY} C${middle},${fromY} ${middle},${toY} ${toX},${toY}`
}

function viewBox(points: readonly Point[]): string {
  const xs = points.map(([x]) => x)
  const ys = points.map(([, y]) => y)
  const left = Math.min(...xs) - MARGIN
  const top = Math.min(...ys) - MARGIN
  const width = Math.max(...xs) + WIDTH + MARGIN - left
  const height = Math.max(...ys) + HEIGHT + 2 * MARGIN - top
  return `${left} ${top} ${width} ${height}`
}
