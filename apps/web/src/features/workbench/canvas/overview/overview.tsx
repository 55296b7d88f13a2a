import { useStore, getViewportForBounds, useReactFlow } from '@xyflow/react'
import { useLayoutEffect, useRef, useMemo, type PointerEvent } from 'react'
import { useThrottledValue } from '@mantine/hooks'
import { plural } from '../../../../lib/format/format.ts'
import styles from './overview.module.css'
import type { FlowEdge } from '../edges/flow-edges.ts'
import type { Card } from '../cards/flow-nodes.ts'
import { paint, type Block, type Line, boundingRect } from './paint.ts'
import { type CardKind, cardColour } from '../../../../ui/status/node-kind-icon.tsx'
import type { NodeView, RunView } from '../../../../lib/run-view/run-view.ts'
import { useRunView } from '../../workbench-context.ts'
import { useCanvasUi } from '../canvas-ui.ts'

type OverviewProps = {
  cards: readonly Card[]
  edges: readonly FlowEdge[]
}

/** The zoomed-out graph, painted on one canvas instead of a card per node. */
export function Overview({ cards, edges }: OverviewProps) {
  const picture = usePicture(cards, edges)
  const canvas = useRef<HTMLCanvasElement>(null)
  const transform = useStore((state) => state.transform)
  const width = useStore((state) => state.width)
  const height = useStore((state) => state.height)

  useLayoutEffect(() => {
    const [x, y, zoom] = transform
    if (canvas.current) paint(canvas.current, { width, height }, picture, { x, y, zoom })
  }, [picture, transform, width, height])

  return (
    <canvas
      ref={canvas}
      className={styles.far}
      role="img"
      aria-label={`${plural(picture.blocks.length, 'node')} in the overview; zoom in for details`}
    />
  )
}

const selectNodes = (view: RunView) => view.nodes

/** Returns the graph as blocks and lines, without notes. */
function usePicture(cards: readonly Card[], edges: readonly FlowEdge[]) {
  const run = useRunView(selectNodes)
  const highlightedNodes = useCanvasUi((ui) => ui.highlight?.nodes)

  const blocks = useMemo(
    () =>
      new Map(
        cards.flatMap(({ id, data: { kind }, position, measured, selected }): [string, Block][] => {
          if (kind === 'note') return []
          const { width = 0, height = 0 } = measured ?? {}
          const colour = nodeColour(kind, run[id])
          const isMarked = selected === true || highlightedNodes?.[id] !== undefined
          return [[id, { ...position, width, height, colour, isMarked }]]
        }),
      ),
    [cards, run, highlightedNodes],
  )
  return useMemo(() => {
    const lines = edges.flatMap(({ source, target, data }): Line[] => {
      const [from, to] = [blocks.get(source), blocks.get(target)]
      return from && to ? [{ from, to, isError: data?.edge.when === 'error' }] : []
    })
    return { blocks: [...blocks.values()], ids: [...blocks.keys()], lines }
  }, [blocks, edges])
}

function nodeColour(kind: CardKind, run: NodeView | undefined): string {
  const status = run?.count ? run.status : undefined
  if (status === 'error') return 'var(--status-error)'
  if (status === 'running') return 'var(--accent)'
  return cardColour(kind)
}

const SIZE = { width: 200, height: 140 }
/** The minimap need not follow a drag at every frame. */
const PAUSE_MS = 100

type OverviewMapProps = {
  cards: readonly Card[]
  edges: readonly FlowEdge[]
}

/** Minimap with the current viewport. A click or drag moves the viewport. */
export function OverviewMap({ cards, edges }: OverviewMapProps) {
  const picture = usePicture(useThrottledValue(cards, PAUSE_MS), edges)
  const canvas = useRef<HTMLCanvasElement>(null)
  const flow = useReactFlow()
  const view = useMemo(
    () => getViewportForBounds(boundingRect(picture.blocks), SIZE.width, SIZE.height, 0, 0.5, 0.1),
    [picture],
  )

  useLayoutEffect(() => {
    if (canvas.current) paint(canvas.current, SIZE, picture, view)
  }, [picture, view])

  const panToPointer = ({ currentTarget, clientX, clientY }: PointerEvent) => {
    const corner = currentTarget.getBoundingClientRect()
    const x = (clientX - corner.left - view.x) / view.zoom
    const y = (clientY - corner.top - view.y) / view.zoom
    void flow.setCenter(x, y, { zoom: flow.getZoom() })
  }

  return (
    <div
      className={styles.map}
      role="img"
      aria-label="Graph minimap"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        panToPointer(event)
      }}
      onPointerMove={(event) => {
        if (event.buttons === 1) panToPointer(event)
      }}
      onWheel={({ deltaY }) => void flow.zoomTo(flow.getZoom() * (deltaY < 0 ? 1.1 : 0.9))}
    >
      <canvas ref={canvas} />
      <VisibleArea view={view} />
    </div>
  )
}

function VisibleArea({ view }: { view: { x: number; y: number; zoom: number } }) {
  const [x, y, zoom] = useStore((state) => state.transform)
  const width = useStore((state) => state.width)
  const height = useStore((state) => state.height)
  const scale = view.zoom / zoom
  const style = {
    left: view.x - x * scale,
    top: view.y - y * scale,
    width: width * scale,
    height: height * scale,
  }
  return <div className={styles.seen} style={style} />
}
