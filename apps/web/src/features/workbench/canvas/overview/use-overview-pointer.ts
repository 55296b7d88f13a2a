import { type Node, useReactFlow, useStoreApi } from '@xyflow/react'
import { type MouseEvent, useEffect, useRef } from 'react'
import type { Point } from '../../../../lib/values/node-positions.ts'
import { EMPTY_SELECTION, selectNode } from '../../store/selection.ts'
import { useWorkbench } from '../../workbench-context.ts'
import type { Card } from '../cards/flow-nodes.ts'

type Drag = {
  from: Point
  cards: readonly (readonly [id: string, position: Point])[]
  hasMoved: boolean
}

type OverviewPointerOptions = {
  isOverview: boolean
  isReadOnly: boolean
  cards: readonly Card[]
  drag: (dragged: Readonly<Record<string, Point>>) => void
  drop: (cards: readonly (readonly [id: string, position: Point])[]) => void
}

/** Selects and drags nodes in the overview. A double click zooms in on a node. */
export function useOverviewPointer({
  isOverview,
  isReadOnly,
  cards,
  drag,
  drop,
}: OverviewPointerOptions) {
  const { store } = useWorkbench()
  const flow = useReactFlow()
  const flowStore = useStoreApi()
  const current = useRef<Drag>(undefined)

  // The selection box cannot find cards that are not in the DOM.
  useEffect(() => {
    if (!isOverview) return undefined
    return flowStore.subscribe(({ userSelectionRect: box, transform: [x, y, zoom] }, before) => {
      if (!box || box === before.userSelectionRect) return
      const hitCards = cards.filter(({ position }) => {
        const [left, top] = [position.x * zoom + x, position.y * zoom + y]
        return (
          left >= box.x && left <= box.x + box.width && top >= box.y && top <= box.y + box.height
        )
      })
      store.select({ nodes: hitCards.map(({ id }) => id), edges: [] })
    })
  }, [isOverview, cards, flowStore, store])

  const cardAt = (event: MouseEvent) => {
    if (!isOverview || !isPane(event.target)) return undefined
    const { x, y } = flow.screenToFlowPosition({ x: event.clientX, y: event.clientY })
    return cards.findLast((card) => containsPoint(card, x, y))
  }

  const onMouseDownCapture = (event: MouseEvent) => {
    const card = event.button === 0 && !event.shiftKey ? cardAt(event) : undefined
    if (!card) return
    event.stopPropagation()
    event.preventDefault()
    const { selection } = store.getState()
    if (!selection.nodes.includes(card.id)) store.select(selectNode(card.id))
    if (isReadOnly) return
    const selectedIds = new Set(store.getState().selection.nodes)
    current.current = {
      from: [event.clientX, event.clientY],
      cards: cards
        .filter(({ id }) => selectedIds.has(id))
        .map(({ id, position }) => [id, [position.x, position.y]]),
      hasMoved: false,
    }
    const follow = (next: globalThis.MouseEvent) => drag(Object.fromEntries(dragOffset(next)))
    const dragOffset = ({ clientX, clientY }: globalThis.MouseEvent) => {
      const zoom = flow.getZoom()
      const { from: [x, y] = [0, 0], cards: grabbedCards = [] } = current.current ?? {}
      const offset: Point = [(clientX - x) / zoom, (clientY - y) / zoom]
      if (current.current && Math.hypot(clientX - x, clientY - y) > 3)
        current.current.hasMoved = true
      return grabbedCards.map(([id, position]): [string, Point] => [
        id,
        [position[0] + offset[0], position[1] + offset[1]],
      ])
    }
    const end = (last: globalThis.MouseEvent) => {
      window.removeEventListener('mousemove', follow)
      const positions = dragOffset(last)
      if (current.current?.hasMoved) drop(positions)
      else drag({})
      current.current = undefined
    }
    window.addEventListener('mousemove', follow)
    window.addEventListener('mouseup', end, { once: true })
  }

  const onDoubleClickCapture = (event: MouseEvent) => {
    const card = cardAt(event)
    if (!card) return
    event.stopPropagation()
    const { x, y } = card.position
    void flow.setCenter(x + middle(card.measured?.width), y + middle(card.measured?.height), {
      zoom: 0.8,
      duration: 120,
    })
  }

  const onClickCapture = (event: MouseEvent) => {
    if (cardAt(event)) event.stopPropagation()
    else if (isOverview && isPane(event.target) && !event.shiftKey) store.select(EMPTY_SELECTION)
  }

  return { onMouseDownCapture, onDoubleClickCapture, onClickCapture }
}

const middle = (length = 0) => length / 2

const isPane = (target: EventTarget) =>
  target instanceof Element && target.classList.contains('react-flow__pane')

const containsPoint = ({ position, measured }: Node, x: number, y: number) =>
  x >= position.x &&
  y >= position.y &&
  x <= position.x + (measured?.width ?? 0) &&
  y <= position.y + (measured?.height ?? 0)
