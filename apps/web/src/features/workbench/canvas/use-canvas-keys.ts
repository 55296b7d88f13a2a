import { leadOnward, portsAt } from '@lathe/graph'
import { useCallback, useMemo } from 'react'
import { type Hotkey, useHotkeys } from '../../../lib/browser/hotkeys.ts'
import { EMPTY_SELECTION, singleSelection } from '../store/selection.ts'
import { useHasSelection, useWorkbench } from '../workbench-context.ts'
import { useCanvasUiStore } from './canvas-ui.ts'
import type { Direction } from './walk-targets.ts'
import type { CanvasActions } from './use-canvas-actions.ts'
import { useWalk } from './use-walk.ts'
import { cardTitle } from '../../../lib/format/node-summary.ts'
import { announce } from '../../../ui/feedback/live-announcer.tsx'
import { showToast } from '../../../ui/feedback/undo-toast.tsx'
import { firstFreePort } from './placement.ts'

const DIRECTIONS: [Direction, string, string, [number, number]][] = [
  ['left', 'h', 'arrowleft', [-20, 0]],
  ['down', 'j', 'arrowdown', [0, 20]],
  ['up', 'k', 'arrowup', [0, -20]],
  ['right', 'l', 'arrowright', [20, 0]],
]

type Key = [keys: string, label: string, run: () => void]

/**
 * Registers the shortcuts of the canvas. Shortcuts for a selection are registered only while there is a selection.
 */
export function useCanvasKeys(actions: CanvasActions): void {
  const { store, runGraph } = useWorkbench()
  const hasSelection = useHasSelection()
  const ui = useCanvasUiStore()
  const { walk, walkEdges, walkNotes } = useWalk()
  const linking = useLinkKeys()
  const isLinking = () => ui.getState().linking !== undefined

  const viewKeys: Key[] = [
    ['mod+a', 'Select all nodes', actions.selectAll],
    ['f', 'Fit graph into view', actions.fit],
    ['+', 'Zoom in', actions.zoomIn],
    ['=', 'Zoom in', actions.zoomIn],
    ['-', 'Zoom out', actions.zoomOut],
    ['0', 'Zoom to 100 %', actions.zoomReset],
    ['m', 'Toggle minimap', actions.toggleMinimap],
    ['t', 'Next note', walkNotes],
  ]
  const changing: Key[] = [
    ['n', 'Add a node', actions.openPalette],
    ['a', 'Add after the node or into the edge', actions.openPalette],
    ['mod+z', 'Undo', store.undo],
    ['mod+shift+z', 'Redo', store.redo],
    ['mod+y', 'Redo', store.redo],
    ['mod+v', 'Paste nodes', () => void actions.paste()],
    ['shift+l', 'Auto layout', () => void actions.layOut()],
  ]
  const seeingSelection: Key[] = [
    ['enter', 'Edit', () => (isLinking() ? linking.end() : actions.edit())],
    ['w', 'Next edge of the node', walkEdges],
    ['mod+c', 'Copy nodes', actions.copy],
    [
      'escape',
      'Clear selection',
      () => (isLinking() ? linking.stop() : store.select(EMPTY_SELECTION)),
    ],
  ]
  const changingSelection: Key[] = [
    ['c', 'Connect node', linking.begin],
    ['f2', 'Rename node', actions.rename],
    ['b', 'Breakpoint before node', () => actions.toggleBreakpoint('before')],
    ['shift+b', 'Breakpoint after node', () => actions.toggleBreakpoint('after')],
    ['delete', 'Delete', () => actions.remove()],
    ['backspace', 'Delete', () => actions.remove()],
    ['shift+delete', 'Delete and reconnect', () => actions.remove({ reconnect: true })],
    ['shift+backspace', 'Delete and reconnect', () => actions.remove({ reconnect: true })],
    ['mod+d', 'Duplicate', actions.duplicate],
    ['mod+x', 'Cut nodes', () => (actions.copy(), actions.remove())],
  ]
  const walkKeys: Key[] = DIRECTIONS.flatMap(([direction, letter, arrow]): Key[] => [
    [letter, `Select node ${direction}`, () => walk(direction)],
    [arrow, `Select node ${direction}`, () => walk(direction)],
    [`shift+${arrow}`, `Extend selection ${direction}`, () => walk(direction, { isAdding: true })],
  ])
  const moveKeys: Key[] = DIRECTIONS.map(([direction, , arrow, offset]): Key => [
    `alt+${arrow}`,
    `Move node ${direction}`,
    () => actions.nudge(offset),
  ])
  const hiddenKeys = [...walkKeys, ...moveKeys]
  const canEdit = runGraph === undefined

  // Registered once, so that a later approval form keeps its own "a".
  useHotkeys(
    [...(canEdit ? [...changing, ...moveKeys] : []), ...viewKeys, ...walkKeys].map(
      toHotkey(hiddenKeys),
    ),
  )
  const selectionKeys = [...seeingSelection, ...(canEdit ? changingSelection : [])]
  useHotkeys((hasSelection ? selectionKeys : []).map(toHotkey(hiddenKeys)))
}

const toHotkey =
  (hiddenKeys: readonly Key[]) =>
  (key: Key): Hotkey => ({
    keys: key[0],
    label: key[1],
    run: key[2],
    group: 'Canvas',
    hidden: hiddenKeys.includes(key),
  })

/**
 * Connects two nodes by keyboard: starts at the selected node and ends at the one selected next.
 */
function useLinkKeys() {
  const { store } = useWorkbench()
  const ui = useCanvasUiStore()

  const selectedNode = useCallback(() => {
    const selected = singleSelection(store.getState().selection)
    return selected?.type === 'node' ? selected.id : undefined
  }, [store])

  return useMemo(
    () => ({
      /** Pressed again, it selects the node's next port. */
      begin: () => {
        const { document } = store.getState()
        const node = selectedNode()
        if (node === undefined) return
        const ports = portsAt(document, node)
        const { linking } = ui.getState()
        const portIndex = ports.findIndex(({ name }) => name === linking?.port)
        const port =
          linking?.node === node
            ? ports[(portIndex + 1) % ports.length]?.name
            : (firstFreePort(document, node)?.port ?? ports[0]?.name)
        if (port === undefined) return showToast('This node has no output', 'error')
        ui.setState({ linking: { node, port } })
        const portSuffix = port === null ? '' : ` by ${port}`
        announce(`From ${cardTitle(document, node)}${portSuffix}. Move to a node and press Enter.`)
      },

      end: () => {
        const { linking } = ui.getState()
        const to = selectedNode()
        if (!linking || to === undefined || to === linking.node) return
        const { node: from, port } = linking
        const edge = { from, to, ...(port !== null && { when: port }) }
        const edit = leadOnward(store.getState().document, edge)
        if (!edit.ok) return showToast(edit.reason, 'error')
        store.edit(() => edit.document)
        ui.setState({ linking: undefined })
        announce('Connected')
      },

      stop: () => ui.setState({ linking: undefined }),
    }),
    [store, ui, selectedNode],
  )
}
