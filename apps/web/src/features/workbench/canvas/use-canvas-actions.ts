import { moveNodes } from '@lathe/graph'
import {
  getViewportForBounds,
  type Handle,
  type InternalNode,
  Position,
  useReactFlow,
  useStoreApi,
} from '@xyflow/react'
import { useMemo, type RefObject } from 'react'
import { focusWhenRendered } from '../../../lib/browser/focus-when-rendered.ts'
import { describeError } from '../../../lib/api/describe-error.ts'
import { plural } from '../../../lib/format/format.ts'
import type { Point } from '../../../lib/values/node-positions.ts'
import { announce } from '../../../ui/feedback/live-announcer.tsx'
import { showToast } from '../../../ui/feedback/undo-toast.tsx'
import { type BreakpointSide, toggleBreakpoint } from '../debug-options.ts'
import { hasNote, moveCards, removeCards } from '../notes.ts'
import { edgeKeys } from '../store/selection.ts'
import { useWorkbench } from '../workbench-context.ts'
import { useSetSearch } from '../use-workbench-search.ts'
import { insertionPoint } from './placement.ts'
import { alignCards, type Alignment } from './align.ts'
import type { CardSize } from './auto-layout.ts'
import { useCanvasUiStore } from './canvas-ui.ts'
import { boundingRect } from './overview/paint.ts'
import { copyNodes, pasteNodes, type NodeClip, loadClip, storeClip } from './clipboard.ts'
import type { Card } from './cards/flow-nodes.ts'
import { useReveal } from './reveal.ts'

const OFFSET: Point = [40, 60]

export type CanvasActions = ReturnType<typeof useCanvasActions>

/** Actions of the canvas' shortcuts and toolbars. */
export function useCanvasActions(frame: RefObject<HTMLElement | null>) {
  const { agentId, store } = useWorkbench()
  const ui = useCanvasUiStore()
  const flow = useReactFlow<Card>()
  const flowStore = useStoreApi()
  const reveal = useReveal()
  const setSearch = useSetSearch()

  return useMemo(() => {
    const selected = () => store.getState().selection

    const paste = (clip: NodeClip) => {
      let ids: string[] = []
      store.edit((document) => {
        const pastedDocument = pasteNodes(document, clip, OFFSET)
        ids = pastedDocument.ids
        return pastedDocument.document
      })
      store.select({ nodes: ids, edges: [] })
      reveal(ids.slice(0, 1))
      announce(`${plural(ids.length, 'node')} added`)
    }

    const fit = () => {
      const { width, height, minZoom } = flowStore.getState()
      const view = getViewportForBounds(
        boundingRect(flow.getNodes().map(toPlacedCard)),
        width,
        height,
        minZoom,
        1,
        0.15,
      )
      void flow.setViewport(view, { duration: 120 })
    }

    return {
      /** Opens the palette for the selected node or edge, or at the centre of the viewport. */
      openPalette: () => {
        const box = frame.current?.getBoundingClientRect()
        if (!box) return
        const screenPosition: Point = [Math.max(8, box.width / 2 - 160), 56]
        const middle = { x: box.left + box.width / 2, y: box.top + box.height / 2 }
        const { x, y } = flow.screenToFlowPosition(middle)
        const { document } = store.getState()
        const after = insertionPoint(document, selected())
        const before =
          after.edgeIndex === undefined ? after.from?.node : document.edges[after.edgeIndex]?.from
        const card = before === undefined ? undefined : flow.getNode(before)
        const position: Point = card ? [card.position.x + 280, card.position.y] : [x - 100, y - 40]
        ui.setState({ palette: { screenPosition, position, ...after } })
      },

      /** Opens the form of the selected item and focuses its first field. */
      edit: () => {
        const active = document.activeElement
        if (active !== document.body && !active?.closest('.react-flow')) return
        setSearch({ tab: 'node' })
        focusWhenRendered(firstField)
      },

      align: (alignment: Alignment) => {
        const cards = flow.getNodes().filter((card) => card.selected)
        store.edit((document) =>
          moveCards(document, alignCards(cards.map(toPlacedCard), alignment)),
        )
      },

      rename: () => {
        const [id] = selected().nodes
        const { document } = store.getState()
        const isRenamable = id !== undefined && (id in document.nodes || hasNote(document, id))
        if (isRenamable) ui.setState({ renaming: id })
      },

      toggleBreakpoint: (side: BreakpointSide) => {
        const { nodes } = store.getState().document
        for (const id of selected().nodes) {
          if (Object.hasOwn(nodes, id)) toggleBreakpoint(agentId, id, side)
        }
      },

      remove: (options: { reconnect?: boolean } = {}) => {
        const { nodes, edges } = selected()
        const removedKeys = new Set(edges)
        store.edit((document) => {
          const keys = edgeKeys(document)
          const remainingEdges = document.edges.filter(
            (_, index) => !removedKeys.has(keys[index] ?? ''),
          )
          const withoutEdges =
            removedKeys.size > 0 ? { ...document, edges: remainingEdges } : document
          return removeCards(withoutEdges, nodes, options)
        })
        announce('Deleted')
      },

      copy: () => {
        const clip = copyNodes(store.getState().document, selected().nodes)
        if (!clip) return
        storeClip(clip)
        announce(`${plural(Object.keys(clip.nodes).length, 'node')} copied`)
      },

      paste: async () => {
        const clip = await loadClip()
        if (clip) paste(clip)
        else showToast('The clipboard contains no nodes')
      },

      duplicate: () => {
        const clip = copyNodes(store.getState().document, selected().nodes)
        if (clip) paste(clip)
      },

      selectAll: () => {
        const { document } = store.getState()
        store.select({ nodes: Object.keys(document.nodes), edges: [] })
      },

      nudge: ([dx, dy]: Point) => {
        const positions = flow
          .getNodes()
          .filter((card) => card.selected)
          .map(({ id, position }): [string, Point] => [id, [position.x + dx, position.y + dy]])
        store.edit((document) => moveCards(document, positions), 'nudge')
      },

      layOut: async () => {
        const layout = await import('./auto-layout.ts').catch(() => null)
        // The page reports failed module loads in one place.
        if (!layout) return
        const sizes = Object.fromEntries(
          flow.getNodes().map(({ id }) => [id, cardSize(flow.getInternalNode(id))]),
        )
        try {
          const positions = await layout.autoLayout(store.getState().document, sizes)
          store.edit((current) => moveNodes(current, positions))
          requestAnimationFrame(fit)
        } catch (error) {
          showToast(`Auto layout failed: ${describeError(error).message}`, 'error')
        }
      },

      fit,
      zoomIn: () => void flow.zoomIn({ duration: 120 }),
      zoomOut: () => void flow.zoomOut({ duration: 120 }),
      zoomReset: () => void flow.zoomTo(1, { duration: 120 }),
      toggleMinimap: () => ui.setState(({ hasMinimap }) => ({ hasMinimap: !hasMinimap })),
    }
  }, [agentId, store, ui, flow, flowStore, frame, reveal, setSearch])
}

const toPlacedCard = ({ id, position, measured }: Card) => ({
  id,
  ...position,
  width: measured?.width ?? 0,
  height: measured?.height ?? 0,
})

const FIELDS =
  '[role="tabpanel"][data-scrolls] :is(input, textarea, [contenteditable="true"], [role="combobox"])'

/** Hidden fields cannot take the focus. */
const firstField = () =>
  [...document.querySelectorAll<HTMLElement>(FIELDS)].find((field) => field.checkVisibility()) ??
  null

function cardSize(card: InternalNode<Card> | undefined): CardSize | undefined {
  const { width, height } = card?.measured ?? {}
  if (!card || width === undefined || height === undefined) return undefined
  const { source, target } = card.internals.handleBounds ?? {}
  const handles = [...(source ?? []), ...(target ?? [])].map((handle): [string, Point] => [
    handle.id ?? '',
    handleCentre(handle, { width, height }),
  ])
  return { width, height, handles: Object.fromEntries(handles) }
}

/** Returns where an edge meets a handle, on the border of its card. */
function handleCentre(handle: Handle, card: { width: number; height: number }): Point {
  const y = handle.y + handle.height / 2
  if (handle.position === Position.Left) return [0, y]
  return handle.position === Position.Right
    ? [card.width, y]
    : [handle.x + handle.width / 2, card.height]
}
