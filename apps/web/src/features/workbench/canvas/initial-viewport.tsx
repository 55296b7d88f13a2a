import { ReactFlowProvider } from '@xyflow/react'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { EMPTY_SELECTION } from '../store/selection.ts'
import { useWorkbench } from '../workbench-context.ts'
import styles from './canvas.module.css'
import type { Size } from './cards/card-geometry.ts'
import { createCards, EMPTY_TRANSIENT_STATE } from './cards/flow-nodes.ts'
import { StateLane } from './state-lane/state-lane.tsx'

export const MIN_ZOOM = 0.02

/** Include hidden nodes: cards are hidden in the overview. */
const fitOptions = { padding: 0.15, maxZoom: 1, includeHiddenNodes: true }

/**
 * Measures the canvas before drawing, and opens it fitted to the whole graph. Starting at full zoom
 * would draw cards only to remove them again.
 */
export function InitialViewport({ children }: { children: ReactNode }) {
  const { store } = useWorkbench()
  const [size, setSize] = useState<Size>()
  const frame = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (frame.current) setSize(elementSize(frame.current))
  }, [])
  const [cards] = useState(() =>
    createCards()(store.getState().document, EMPTY_SELECTION, EMPTY_TRANSIENT_STATE).map(
      (card) => ({
        ...card,
        initialWidth: card.measured?.width ?? 0,
        initialHeight: card.measured?.height ?? 0,
      }),
    ),
  )

  if (!size) {
    return (
      <section className={styles.root} aria-label="Graph">
        <div ref={frame} className={styles.frame} />
        <StateLane />
      </section>
    )
  }
  return (
    <ReactFlowProvider
      initialNodes={cards}
      initialWidth={size.width}
      initialHeight={size.height}
      initialMinZoom={MIN_ZOOM}
      initialMaxZoom={fitOptions.maxZoom}
      initialFitViewOptions={fitOptions}
      fitView
    >
      {children}
    </ReactFlowProvider>
  )
}

const elementSize = ({ clientWidth, clientHeight }: HTMLElement): Size => ({
  width: clientWidth,
  height: clientHeight,
})
