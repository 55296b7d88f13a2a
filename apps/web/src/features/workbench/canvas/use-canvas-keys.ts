import { type Hotkey, useHotkeys } from '../../../lib/hotkeys.ts'
import { NOTHING } from '../store/selection.ts'
import { useHasSelection, useWorkbench } from '../workbench-context.ts'
import { useCanvasUiStore } from './canvas-ui.ts'
import type { Direction } from './neighbour.ts'
import type { CanvasActions } from './use-canvas-actions.ts'
import { useLinking } from './use-linking.ts'
import { useWalk } from './use-walk.ts'

const DIRECTIONS: [Direction, string, string, [number, number]][] = [
  ['left', 'h', 'arrowleft', [-20, 0]],
  ['down', 'j', 'arrowdown', [0, 20]],
  ['up', 'k', 'arrowup', [0, -20]],
  ['right', 'l', 'arrowright', [20, 0]],
]

type Key = [keys: string, label: string, run: () => void]

/** All keys of the canvas; those that need a selection are declared only while there is one. */
export function useCanvasKeys(actions: CanvasActions): void {
  const { store, asRan } = useWorkbench()
  const hasSelection = useHasSelection()
  const ui = useCanvasUiStore()
  const { walk, walkWays, walkNotes } = useWalk()
  const linking = useLinking()
  const isLinking = () => ui.getState().linking !== undefined

  const seeing: Key[] = [
    ['mod+a', 'Select all nodes', actions.selectAll],
    ['f', 'Fit the graph into view', actions.fit],
    ['+', 'Zoom in', actions.zoomIn],
    ['=', 'Zoom in', actions.zoomIn],
    ['-', 'Zoom out', actions.zoomOut],
    ['0', 'Zoom to full size', actions.zoomReset],
    ['m', 'Show or hide the minimap', actions.toggleMinimap],
    ['t', 'Next note', walkNotes],
  ]
  const changing: Key[] = [
    ['n', 'Add a node', actions.openPalette],
    ['a', 'Add after the node, or into the way', actions.openPalette],
    ['mod+z', 'Undo', store.undo],
    ['mod+shift+z', 'Redo', store.redo],
    ['mod+y', 'Redo', store.redo],
    ['mod+v', 'Paste nodes', () => void actions.paste()],
    ['shift+l', 'Lay out the graph', () => void actions.layOut()],
  ]
  const seeingSelection: Key[] = [
    ['enter', 'Edit', () => (isLinking() ? linking.end() : actions.edit())],
    ['w', 'Next way at the node', walkWays],
    ['mod+c', 'Copy nodes', actions.copy],
    ['escape', 'Select nothing', () => (isLinking() ? linking.stop() : store.select(NOTHING))],
  ]
  const changingSelection: Key[] = [
    ['c', 'Connect the node', linking.begin],
    ['f2', 'Rename the node', actions.rename],
    ['b', 'Breakpoint before the node', () => actions.toggleBreakpoint('before')],
    ['shift+b', 'Breakpoint after the node', () => actions.toggleBreakpoint('after')],
    ['delete', 'Delete', () => actions.remove()],
    ['backspace', 'Delete', () => actions.remove()],
    ['shift+delete', 'Delete and reconnect', () => actions.remove({ reconnect: true })],
    ['shift+backspace', 'Delete and reconnect', () => actions.remove({ reconnect: true })],
    ['mod+d', 'Duplicate', actions.duplicate],
    ['mod+x', 'Cut nodes', () => (actions.copy(), actions.remove())],
  ]
  const walking: Key[] = DIRECTIONS.flatMap(([direction, letter, arrow]): Key[] => [
    [letter, `Node to the ${direction}`, () => walk(direction)],
    [arrow, `Node to the ${direction}`, () => walk(direction)],
    [`shift+${arrow}`, `Select ${direction} as well`, () => walk(direction, { isAdding: true })],
  ])
  const moving: Key[] = DIRECTIONS.map(([direction, , arrow, by]): Key => [
    `alt+${arrow}`,
    `Move the node ${direction}`,
    () => actions.nudge(by),
  ])
  const hidden = [...walking, ...moving]
  const mayChange = asRan === undefined

  // The first stay as they are: an approval that comes later keeps its own "a".
  useHotkeys(
    [...(mayChange ? [...changing, ...moving] : []), ...seeing, ...walking].map(toHotkey(hidden)),
  )
  const ofSelection = [...seeingSelection, ...(mayChange ? changingSelection : [])]
  useHotkeys((hasSelection ? ofSelection : []).map(toHotkey(hidden)))
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
