import { useStore } from '@xyflow/react'
import { useLayoutEffect, useRef } from 'react'
import { plural } from '../../../../lib/format.ts'
import styles from './far.module.css'
import type { WayEdge } from '../flow-edges.ts'
import type { Card } from '../flow-nodes.ts'
import { paint } from './paint.ts'
import { usePicture } from './use-picture.ts'

type FarViewProps = {
  cards: readonly Card[]
  edges: readonly WayEdge[]
}

/** The graph from afar: one drawing instead of a card for each node. */
export function FarView({ cards, edges }: FarViewProps) {
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
      aria-label={`${plural(picture.blocks.length, 'node')} from afar; zoom in to see what they are`}
    />
  )
}
