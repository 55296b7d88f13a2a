import { type Hotkey, useHotkeys } from '../../lib/hotkeys.ts'
import { NOTHING } from '../workbench/store/selection.ts'
import { useHasSelection, useWorkbench } from '../workbench/workbench-context.ts'
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
  const { store } = useWorkbench()
  const hasSelection = useHasSelection()
  const ui = useCanvasUiStore()
  const walk = useWalk()
  const linking = useLinking()
  const isLinking = () => ui.getState().linking !== undefined

  const always: Key[] = [
    ['n', 'Add a node', actions.openPalette],
    ['a', 'Add after the node', actions.openPalette],
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
    ['enter', 'Edit', () => (isLinking() ? linking.end() : actions.edit())],
    ['c', 'Connect the node', linking.begin],
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
    ['escape', 'Select nothing', () => (isLinking() ? linking.stop() : store.select(NOTHING))],
  ]
  const walking: Key[] = DIRECTIONS.flatMap(([direction, letter, arrow, by]): Key[] => [
    [letter, `Node to the ${direction}`, () => walk(direction)],
    [arrow, `Node to the ${direction}`, () => walk(direction)],
    [`alt+${arrow}`, `Move the node ${direction}`, () => actions.nudge(by)],
  ])

  // The first stay as they are: an approval that comes later keeps its own "a".
  useHotkeys([...always, ...walking].map(toHotkey(walking)))
  useHotkeys((hasSelection ? withSelection : []).map(toHotkey([])))
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
