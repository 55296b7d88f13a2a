import { END, type GraphDocument, type GraphNode } from '@lathe/contract'
import type { KindDefinition } from '@lathe/nodes'
import { addNode, connect, insertNode, leadOnward, portsAt, adaptNode } from '@lathe/graph'
import { useCallback } from 'react'
import { cardTitle } from '../../../lib/format/node-summary.ts'
import { announce } from '../../../ui/feedback/live-announcer.tsx'
import { selectNode } from '../store/selection.ts'
import { useWorkbench } from '../workbench-context.ts'
import { addNote, noteId } from '../notes.ts'
import { useSetSearch } from '../use-workbench-search.ts'
import { type PaletteRequest, useCanvasUiStore } from './canvas-ui.ts'
import { addFirstNode, findFreePosition, makeSpace } from './placement.ts'
import { focusOnCanvas, useReveal } from './reveal.ts'

export function useAddNote() {
  const { store } = useWorkbench()
  const ui = useCanvasUiStore()
  return useCallback(
    ({ position: [x, y] }: Pick<PaletteRequest, 'position'>) => {
      store.edit((document) => addNote(document, [Math.round(x), Math.round(y)]))
      const id = noteId(store.getState().document.notes.length - 1)
      store.select(selectNode(id))
      ui.setState({ renaming: id })
    },
    [store, ui],
  )
}

/**
 * Adds the selected kind at the palette's position, after a node or into an edge, and opens its
 * form.
 */
export function useAddNode() {
  const { store } = useWorkbench()
  const setSearch = useSetSearch()
  const reveal = useReveal()
  return useCallback(
    (info: KindDefinition, request: Omit<PaletteRequest, 'screenPosition'>) => {
      let added: string | undefined
      const isFirst = Object.keys(store.getState().document.nodes).length === 0
      store.edit((document) => {
        const result = place(document, adaptNode(document, info.create()), request)
        added = result.id
        return result.document
      })
      if (added === undefined) return
      store.select(selectNode(added))
      setSearch({ tab: 'node' })
      // The first node also moves the end.
      reveal(isFirst ? [added, END] : [added])
      const title = cardTitle(store.getState().document, added)
      focusOnCanvas('node', added, () => announce(`${title} added`))
    },
    [store, setSearch, reveal],
  )
}

function place(
  document: GraphDocument,
  node: GraphNode,
  { position: preferred, from, to, edgeIndex }: Omit<PaletteRequest, 'screenPosition'>,
) {
  if (Object.keys(document.nodes).length === 0) return addFirstNode(document, node, preferred)
  if (edgeIndex !== undefined) {
    const space = makeSpace(document, edgeIndex)
    const position = findFreePosition(space?.document ?? document, space?.position ?? preferred)
    return insertNode(space?.document ?? document, edgeIndex, node, { at: position })
  }
  const options = { at: findFreePosition(document, preferred) }
  const added = addNode(document, node, options)
  if (to !== undefined) return { ...added, document: before(added, to) }
  if (!from) return added
  const port = from.port ?? portsAt(document, from.node)[0]?.name ?? undefined
  const edge = leadOnward(added.document, {
    from: from.node,
    to: added.id,
    ...(port !== undefined && { when: port }),
  })
  if (!edge.ok) return added
  // A node inserted before the end is connected to it.
  const isSpliced = edge.document.edges.length === added.document.edges.length
  return { ...added, document: isSpliced ? before({ ...added, ...edge }, END) : edge.document }
}

/** Connects the new node's first port to another node. */
function before({ document, id }: { document: GraphDocument; id: string }, to: string) {
  const port = portsAt(document, id)[0]?.name ?? undefined
  const edge = connect(document, { from: id, to, ...(port !== undefined && { when: port }) })
  return edge.ok ? edge.document : document
}
