import type { GraphDocument, GraphNode } from '@lathe/contract'
import { nextNodeId, renameNode, setNode } from '@lathe/graph'

/** Converts a title to an id. */
export const titleToId = (title: string) =>
  title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[-0-9]+|-+$/g, '')
    .slice(0, 40)

/** True if the id is the kind's default or was derived from the title. */
export const hasDerivedId = (id: string, node: GraphNode) => {
  const stem = id.replace(/-\d+$/, '')
  return stem === node.kind || (node.title !== undefined && stem === titleToId(node.title))
}

/** Sets a node's title. A derived id follows. An empty title shows the id. */
export function retitleNode(
  document: GraphDocument,
  id: string,
  newTitle: string,
): { document: GraphDocument; id: string } {
  const node = document.nodes[id]
  const title = newTitle.trim()
  if (!node || title === (node.title ?? '')) return { document, id }
  if (title === '') {
    const { title: _, ...nodeWithoutTitle } = node
    return { document: setNode(document, id, nodeWithoutTitle), id }
  }
  const titledDocument = setNode(document, id, { ...node, title: title.slice(0, 200) })
  return hasDerivedId(id, node) ? followTitle(titledDocument, id) : { document: titledDocument, id }
}

/** Derives the node's id from its title, if that has letters. */
export function followTitle(
  document: GraphDocument,
  id: string,
): { document: GraphDocument; id: string } {
  const titleId = titleToId(document.nodes[id]?.title ?? '')
  if (titleId === '' || titleId === id.replace(/-\d+$/, '')) return { document, id }
  const freeId = nextNodeId(document, titleId)
  const renamedDocument = renameNode(document, id, freeId)
  return renamedDocument.ok ? { document: renamedDocument.document, id: freeId } : { document, id }
}
