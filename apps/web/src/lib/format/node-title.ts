import type { CalledAgents, GraphDocument } from '@lathe/contract'
import { findCalledAgent, NO_CALLED_AGENTS } from '@lathe/graph'

type NodeTitles = Pick<GraphDocument, 'nodes'>

/** A span path with node titles: `research/search` becomes "Research › search". */
export function nodeTitle(
  { nodes }: NodeTitles,
  path: string,
  calledAgents: CalledAgents = NO_CALLED_AGENTS,
): string {
  const [head = path, ...inner] = path.split('/')
  const node = Object.hasOwn(nodes, head) ? nodes[head] : undefined
  const title = node?.title ?? head
  if (inner.length === 0) return title
  const calledDocument =
    node?.kind === 'agent-call' ? findCalledAgent(calledAgents, node)?.document : undefined
  return `${title} › ${nodeTitle(calledDocument ?? { nodes: {} }, inner.join('/'), calledAgents)}`
}

/** Title of the node after a question that timed out, or of the end. */
export function afterTimeout(document: GraphDocument, node: string): string | undefined {
  const timeoutEdge = document.edges.find(({ from, when }) => from === node && when === 'timeout')
  if (!timeoutEdge) return undefined
  return timeoutEdge.to === 'end' ? 'the end' : nodeTitle(document, timeoutEdge.to)
}
