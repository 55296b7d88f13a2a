import type { GraphDocument } from '@lathe/contract'
import { type InternalNode, useReactFlow } from '@xyflow/react'
import { type Hotkey, useHotkeys } from '../../lib/hotkeys.ts'
import { NOTHING, selectNode } from '../workbench/store/selection.ts'
import { useHasSelection, useWorkbench } from '../workbench/workbench-context.ts'
import type { Card } from './flow-nodes.ts'
import { type Direction, neighbour, type Spot } from './neighbour.ts'
import type { CanvasActions } from './use-canvas-actions.ts'

const DIRECTIONS: [Direction, string, string, [number, number]][] = [
  ['left', 'h', 'arrowleft', [-20, 0]],
  ['down', 'j', 'arrowdown', [0, 20]],
  ['up', 'k', 'arrowup', [0, -20]],
  ['right', 'l', 'arrowright', [20, 0]],
]

type Key = [keys: string, label: string, run: () => void]

/** All keys of the canvas; those that need a selection are declared only while there is one. */
export function useCanvasKeys(actions: CanvasActions): void {
  const { store } = useWorkbench()
  const hasSelection = useHasSelection()
  const walk = useWalk()

  const always: Key[] = [
    ['n', 'Add a node', actions.openPalette],
    ['mod+z', 'Undo', store.undo],
    ['mod+shift+z', 'Redo', store.redo],
    ['mod+y', 'Redo', store.redo],
    ['mod+v', 'Paste nodes', () => void actions.paste()],
    ['mod+a', 'Select all nodes', actions.selectAll],
    ['f', 'Fit the graph into view', actions.fit],
    ['+', 'Zoom in', actions.zoomIn],
    ['=', 'Zoom in', actions.zoomIn],
    ['-', 'Zoom out', actions.zoomOut],
    ['0', 'Zoom to full size', actions.zoomReset],
    ['m', 'Show or hide the minimap', actions.toggleMinimap],
    ['shift+l', 'Lay out the graph', () => void actions.layOut()],
  ]
  const withSelection: Key[] = [
    ['f2', 'Rename the node', actions.rename],
    ['b', 'Breakpoint before the node', () => actions.toggleBreakpoint('before')],
    ['shift+b', 'Breakpoint after the node', () => actions.toggleBreakpoint('after')],
    ['delete', 'Delete', () => actions.remove()],
    ['backspace', 'Delete', () => actions.remove()],
    ['shift+delete', 'Delete and reconnect', () => actions.remove({ reconnect: true })],
    ['shift+backspace', 'Delete and reconnect', () => actions.remove({ reconnect: true })],
    ['mod+d', 'Duplicate', actions.duplicate],
    ['mod+c', 'Copy nodes', actions.copy],
    ['mod+x', 'Cut nodes', () => (actions.copy(), actions.remove())],
    ['escape', 'Select nothing', () => store.select(NOTHING)],
  ]
  const walking: Key[] = DIRECTIONS.flatMap(([direction, letter, arrow, by]): Key[] => [
    [letter, `Node to the ${direction}`, () => walk(direction)],
    [arrow, `Node to the ${direction}`, () => walk(direction)],
    [`alt+${arrow}`, `Move the node ${direction}`, () => actions.nudge(by)],
  ])

  useHotkeys([...always, ...(hasSelection ? withSelection : []), ...walking].map(toHotkey(walking)))
}

const toHotkey =
  (hidden: readonly Key[]) =>
  (key: Key): Hotkey => ({
    keys: key[0],
    label: key[1],
    run: key[2],
    group: 'Canvas',
    hidden: hidden.includes(key),
  })

/** Goes to the nearest card, takes the focus there and brings it into view. */
function useWalk() {
  const { store } = useWorkbench()
  const flow = useReactFlow<Card>()

  return (direction: Direction) => {
    const spots = flow
      .getNodes()
      .filter((card) => card.type !== 'note')
      .map((card) => spotOf(flow.getInternalNode(card.id) ?? card))
    const { selection, document: graph } = store.getState()
    const from = selection.nodes.at(-1) ?? ''
    const to = neighbour(connected(spots, graph, from, direction), from, direction)
    const spot = spots.find((each) => each.id === to)
    if (to === undefined || !spot) return
    store.select(selectNode(to))
    requestAnimationFrame(() => {
      const card = document.querySelector<HTMLElement>(`.react-flow__node[data-id="${to}"]`)
      card?.focus({ preventScroll: true })
      if (card && !isInView(card)) {
        void flow.setCenter(spot.x, spot.y, { zoom: flow.getZoom(), duration: 120 })
      }
    })
  }
}

/** Forward and back go along the edges, where there are any that way. */
function connected(
  spots: readonly Spot[],
  { edges }: GraphDocument,
  from: string,
  direction: Direction,
): readonly Spot[] {
  const next = new Set(
    edges.flatMap((edge) =>
      direction === 'right' && edge.from === from
        ? [edge.to]
        : direction === 'left' && edge.to === from
          ? [edge.from]
          : [],
    ),
  )
  const among = spots.filter((spot) => spot.id === from || next.has(spot.id))
  return neighbour(among, from, direction) === undefined ? spots : among
}

function isInView(card: HTMLElement): boolean {
  const frame = card.closest('.react-flow')?.getBoundingClientRect()
  const box = card.getBoundingClientRect()
  return (
    frame !== undefined &&
    box.left >= frame.left &&
    box.right <= frame.right &&
    box.top >= frame.top &&
    box.bottom <= frame.bottom
  )
}

const spotOf = ({ id, position, measured }: Card | InternalNode<Card>) => ({
  id,
  x: position.x + (measured?.width ?? 0) / 2,
  y: position.y + 20,
})
