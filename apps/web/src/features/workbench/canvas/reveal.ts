import { useReactFlow, useStoreApi, type Viewport } from '@xyflow/react'
import { useCallback } from 'react'
import { nodePositions, type Point } from '../../../lib/values/node-positions.ts'
import { noteIndex } from '../notes.ts'
import { useWorkbench } from '../workbench-context.ts'
import type { Card } from './cards/flow-nodes.ts'

/** Moves the viewport just enough to show the given cards. */
export function useReveal() {
  const { store } = useWorkbench()
  const { getViewport, setViewport } = useReactFlow<Card>()
  const flow = useStoreApi()

  return useCallback(
    (ids: readonly string[]) => {
      const { document } = store.getState()
      const positions = nodePositions(document)
      const cardPosition = (id: string) => positions[id] ?? document.notes[noteIndex(id) ?? -1]?.at
      const before = getViewport()
      const view = ids.reduce(
        (currentView, id) => panTo(currentView, flow.getState(), cardPosition(id)),
        before,
      )
      if (view !== before) void setViewport(view, { duration: 120 })
    },
    [store, flow, getViewport, setViewport],
  )
}

/** Margin for the toolbars, in pixels. */
const MARGIN = 24

const CARD = { width: 200, height: 110 }

type Size = { width: number; height: number }

/**
 * Returns a viewport that shows the card at a position, moved as little as possible, or the same
 * viewport if it is visible.
 */
export function panTo(view: Viewport, size: Size, position: Point | undefined): Viewport {
  if (!position) return view
  const [x, y] = position
  const left = x * view.zoom + view.x
  const top = y * view.zoom + view.y
  const dx = shift(left, CARD.width * view.zoom, size.width)
  const dy = shift(top, CARD.height * view.zoom, size.height)
  return dx === 0 && dy === 0 ? view : { ...view, x: view.x + dx, y: view.y + dy }
}

/** A card larger than the viewport shows its top left part. */
function shift(from: number, length: number, space: number): number {
  const overflow = Math.max(0, from + length - (space - MARGIN))
  return Math.max(MARGIN - from, 0) || -Math.min(overflow, Math.max(0, from - MARGIN))
}

const MAX_FRAMES = 20

let pending: AbortController | undefined

/**
 * Focuses a card or edge. A card that was out of sight is drawn some frames later. From afar none is drawn: then this
 * calls `announceInstead`. Stops waiting when the focus moves elsewhere, so a dialog opened meanwhile keeps it.
 */
export function focusOnCanvas(
  type: 'node' | 'edge',
  id: string,
  announceInstead: () => void,
): void {
  pending?.abort()
  const attempts = new AbortController()
  pending = attempts
  const { signal } = attempts
  const selector = `.react-flow__${type}[data-id="${CSS.escape(id)}"]`

  const attempt = (frame: number) => {
    if (signal.aborted) return
    const element = document.querySelector<HTMLElement | SVGElement>(selector)
    if (element) {
      attempts.abort()
      element.focus({ preventScroll: true })
    } else if (frame === MAX_FRAMES) {
      attempts.abort()
      announceInstead()
    } else {
      requestAnimationFrame(() => attempt(frame + 1))
    }
  }
  for (const move of ['focusin', 'pointerdown']) {
    document.addEventListener(move, () => attempts.abort(), { signal, capture: true })
  }
  attempt(0)
}
