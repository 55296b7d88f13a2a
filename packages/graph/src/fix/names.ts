import type { GraphDocument } from '@lathe/contract'
import { END, START } from '@lathe/contract'
import { channelNameProblem, nodeIdProblem } from '../document/names.ts'
import { renameChannel } from '../edit/channels.ts'
import { nextNodeId } from '../edit/ids.ts'
import { renameNode } from '../edit/nodes.ts'
import { hasErrorEdges } from '../state/error-channel.ts'
import { renameInScript } from '../text/rename.ts'
import { applyOrKeep, renameUse, withNode } from './change.ts'
import { verifiedFix } from './fix.ts'
import type { Candidate, Fixer } from './fix.ts'

/** Fixes for names that are reserved or already used. */
export const nameFixers = {
  RESERVED_NAME: ({ document, problem, node, edge }) => {
    const { channel } = problem.location
    if (channel !== undefined) {
      const to = freeName(document, channel)
      return [
        verifiedFix(`Rename it to \`${to}\``, (current) =>
          applyOrKeep(current, renameChannel(current, channel, to)),
        ),
      ]
    }
    if (edge) return renameElement(document, edge.index)
    if (!node || node.id === START || node.id === END) return []
    const to = nextNodeId(document, `${node.id}-node`)
    return [
      verifiedFix(`Rename it to \`${to}\``, (current) =>
        applyOrKeep(current, renameNode(current, node.id, to)),
      ),
    ]
  },

  NAME_TAKEN: ({ document, edge }) => (edge ? renameElement(document, edge.index) : []),
} satisfies Record<string, Fixer>

/**
 * Returns the first name that is free as a channel and as a fan-out element: `topic_item`,
 * `topic_item_2`…
 */
function freeName(document: GraphDocument, base: string, suffix = 'value'): string {
  const stem = base.replace(/^_+/, '').slice(0, 50)
  const isFree = (name: string) =>
    !Object.hasOwn(document.state, name) &&
    channelNameProblem(name) === null &&
    nodeIdProblem(name) === null &&
    !(hasErrorEdges(document) && name === 'error') &&
    !document.edges.some(({ each }) => each?.as === name)
  for (let count = 1; ; count += 1) {
    const name = `${/^[a-zA-Z]/.test(stem) ? stem : `x${stem}`}_${suffix}${count === 1 ? '' : `_${count}`}`
    if (isFree(name)) return name
  }
}

/** Renames the element of a fan-out in all edges that provide it and in the nodes that read it. */
function renameElement(document: GraphDocument, index: number): Candidate[] {
  const edge = document.edges[index]
  if (!edge?.each) return []
  const { as } = edge.each
  const to = freeName(document, as, 'item')
  const rename = (current: GraphDocument): GraphDocument => {
    const edges = current.edges.map((other) => {
      if (!other.each) return other
      const isSource = other.to === edge.to && other.each.as === as
      const list =
        other.from === edge.to ? renameInScript(other.each.of, 'expression', as, to) : other.each.of
      return { ...other, each: { ...other.each, of: list, ...(isSource && { as: to }) } }
    })
    return withNode({ ...current, edges }, edge.to, (node) => renameUse(node, as, to))
  }
  return [verifiedFix(`Rename the element to \`${to}\``, rename)]
}
