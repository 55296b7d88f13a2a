import {
  BaseEdge,
  type Box,
  EdgeLabelRenderer,
  type EdgeProps,
  type InternalNode,
  type Node,
  type Rect,
  useReactFlow,
  useStore,
} from '@xyflow/react'
import { memo } from 'react'
import { ActionIcon } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import {
  type EdgeEnds,
  edgePath,
  isLoopEdge,
  leavesBelow,
} from '../../../../ui/still-graph/edge-path.ts'
import { edgeFlow } from '../../../../lib/run-view/edge-flow.ts'
import { useRunView, useWorkbench } from '../../workbench-context.ts'
import { useCanvasUiStore, useDetail } from '../canvas-ui.ts'
import styles from './edge.module.css'
import type { FlowEdge as Way } from './flow-edges.ts'
import { EdgeLabel } from './edge-label.tsx'
import type { Point } from '../../../../lib/values/node-positions.ts'
import { findEdgeLane } from '../../../../ui/still-graph/edge-lane.ts'

/** Edge between two nodes, with a label for its port, fan-out and loop limit. */
export const GraphEdgeLine = memo(function GraphEdgeLine(props: EdgeProps<Way>) {
  const { id, source, target, data, selected, markerEnd } = props
  const { runGraph } = useWorkbench()
  const lane = useEdgeLane(props)
  const isDetailed = useDetail() === 'cards'
  const [path, x, y] = edgePath(props, lane)
  const flow = useRunView((view) => edgeFlow(view, source, target))
  if (!data) return null

  return (
    <>
      <BaseEdge
        id={id}
        path={path}
        interactionWidth={isDetailed ? 20 : 0}
        className={styles.path ?? ''}
        data-flow={flow}
        data-role={data.edge.when === 'error' ? 'error' : undefined}
        {...(markerEnd !== undefined && { markerEnd })}
      />
      {isDetailed && <EdgeLabel edge={data.edge} x={x} y={y} />}
      {selected && !runGraph && (
        <EdgeLabelRenderer>
          <InsertButton index={data.index} centre={[x, y]} />
        </EdgeLabelRenderer>
      )}
    </>
  )
})

type InsertButtonProps = {
  index: number
  /** Centre of the edge in graph coordinates. */
  centre: Point
}

function InsertButton({ index, centre }: InsertButtonProps) {
  const ui = useCanvasUiStore()
  const { flowToScreenPosition } = useReactFlow()
  // Keeps the button's size when the graph is zoomed out.
  const scale = useStore(({ transform }) => Math.max(1, 1 / transform[2]))

  const handleClick = (frame: Element | null) => {
    const corner = frame?.getBoundingClientRect()
    const screen = flowToScreenPosition({ x: centre[0], y: centre[1] })
    ui.setState({
      palette: {
        screenPosition: [screen.x - (corner?.left ?? 0), screen.y - (corner?.top ?? 0)],
        position: [centre[0] - 110, centre[1] + 60],
        edgeIndex: index,
      },
    })
  }

  return (
    <div
      className={`${styles.label} nodrag nopan`}
      style={{
        transform: `translate(${centre[0]}px, ${centre[1]}px) scale(${scale}) translate(-50%, 14px)`,
        transformOrigin: '0 0',
      }}
    >
      <ActionIcon
        size="sm"
        variant="default"
        aria-label="Insert node here"
        title="Insert node here"
        onClick={({ currentTarget }) => handleClick(currentTarget.closest('.react-flow'))}
      >
        <IconPlus size={14} />
      </ActionIcon>
    </div>
  )
}

/** The y of a lane and the area whose cards determine it. */
type Lane = { y: number | undefined; bounds: Box }

/** The card rectangles and the lanes computed for them. */
type LaneCache = { nodes: readonly Node[]; rects: readonly Rect[]; lanes: Map<string, Lane> }

type NodeLookup = ReadonlyMap<string, InternalNode>

const laneCaches = new WeakMap<NodeLookup, LaneCache>()

/** A card within this distance of an edge may be in its lane. */
const MARGIN = 30
/** Recompute all lanes when more cards than this have moved. */
const MAX_MOVED = 24

/**
 * Returns the y at which a backward or error edge passes between the cards. Other edges need no
 * lane.
 */
function useEdgeLane(ends: EdgeEnds): number | undefined {
  return useStore(({ nodes, nodeLookup }) => {
    if (!leavesBelow(ends) && !isLoopEdge(ends)) return undefined
    const { rects, lanes } = getLaneCache(nodes, nodeLookup)
    const { sourceX, sourceY, targetX, targetY, sourcePosition } = ends
    const key = `${sourcePosition} ${sourceX} ${sourceY} ${targetX} ${targetY}`
    // The viewport changes at every frame, the cards rarely. So compute a lane once per layout.
    const cached = lanes.get(key)
    if (cached) return cached.y
    const y = findEdgeLane(() => rects, ends)
    lanes.set(key, { y, bounds: laneBounds(ends, y) })
    return y
  })
}

function getLaneCache(nodes: readonly Node[], nodeLookup: NodeLookup): LaneCache {
  const before = laneCaches.get(nodeLookup)
  if (before?.nodes === nodes) return before
  const rects = [...nodeLookup.values()].filter(({ type }) => type !== 'note').map(nodeRect)
  const lanes = before ? reuseUnaffectedLanes(before, rects) : new Map<string, Lane>()
  const cache = { nodes, rects, lanes }
  laneCaches.set(nodeLookup, cache)
  return cache
}

/** Keeps the lanes that the moved cards do not touch. */
function reuseUnaffectedLanes(before: LaneCache, rects: readonly Rect[]): Map<string, Lane> {
  if (before.rects.length !== rects.length) return new Map()
  const movedRects: Rect[] = []
  for (const [index, rect] of rects.entries()) {
    const previous = before.rects[index]
    if (previous && !isSameRect(previous, rect)) movedRects.push(previous, rect)
    if (movedRects.length > 2 * MAX_MOVED) return new Map()
  }
  if (movedRects.length === 0) return before.lanes
  const isCrossed = ({ bounds: { x, y, x2, y2 } }: Lane) =>
    movedRects.some(
      (rect) => rect.x < x2 && rect.x + rect.width > x && rect.y < y2 && rect.y + rect.height > y,
    )
  return new Map([...before.lanes].filter(([, lane]) => !isCrossed(lane)))
}

/** Cards outside these bounds cannot change which lane is nearest. */
function laneBounds({ sourceX, sourceY, targetX, targetY }: EdgeEnds, y = sourceY): Box {
  const [top, bottom] = [Math.min(sourceY, targetY), Math.max(sourceY, targetY)]
  const distance = Math.max(0, top - y, y - bottom) + MARGIN
  return {
    x: Math.min(sourceX, targetX) - MARGIN,
    x2: Math.max(sourceX, targetX) + MARGIN,
    y: top - distance,
    y2: bottom + distance,
  }
}

const nodeRect = ({ internals, measured }: InternalNode): Rect => ({
  ...internals.positionAbsolute,
  width: measured.width ?? 0,
  height: measured.height ?? 0,
})

const isSameRect = (a: Rect, b: Rect) =>
  a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height
