import { useThrottledValue } from '@mantine/hooks'
import { getViewportForBounds, useReactFlow, useStore } from '@xyflow/react'
import { type PointerEvent, useLayoutEffect, useMemo, useRef } from 'react'
import { boundsOf } from './bounds.ts'
import styles from './far.module.css'
import type { WayEdge } from '../flow-edges.ts'
import type { Card } from '../flow-nodes.ts'
import { paint } from './paint.ts'
import { usePicture } from './use-picture.ts'

const SIZE = { width: 200, height: 140 }
/** In small a drag need not be seen at every frame. */
const PAUSE_MS = 100

type OverviewMapProps = {
  cards: readonly Card[]
  edges: readonly WayEdge[]
}

/** The whole graph in small, and which part of it is seen; a press or drag goes there. */
export function OverviewMap({ cards, edges }: OverviewMapProps) {
  const picture = usePicture(useThrottledValue(cards, PAUSE_MS), edges)
  const canvas = useRef<HTMLCanvasElement>(null)
  const flow = useReactFlow()
  const view = useMemo(
    () => getViewportForBounds(boundsOf(picture.blocks), SIZE.width, SIZE.height, 0, 0.5, 0.1),
    [picture],
  )

  useLayoutEffect(() => {
    if (canvas.current) paint(canvas.current, SIZE, picture, view)
  }, [picture, view])

  const goTo = ({ currentTarget, clientX, clientY }: PointerEvent) => {
    const corner = currentTarget.getBoundingClientRect()
    const x = (clientX - corner.left - view.x) / view.zoom
    const y = (clientY - corner.top - view.y) / view.zoom
    void flow.setCenter(x, y, { zoom: flow.getZoom() })
  }

  return (
    <div
      className={styles.map}
      role="img"
      aria-label="Minimap of the graph"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        goTo(event)
      }}
      onPointerMove={(event) => {
        if (event.buttons === 1) goTo(event)
      }}
      onWheel={({ deltaY }) => void flow.zoomTo(flow.getZoom() * (deltaY < 0 ? 1.1 : 0.9))}
    >
      <canvas ref={canvas} />
      <Seen view={view} />
    </div>
  )
}

function Seen({ view }: { view: { x: number; y: number; zoom: number } }) {
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
