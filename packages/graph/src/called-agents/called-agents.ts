import type {
  AgentCall,
  CalledAgents,
  CalledAgent,
  GraphDocument,
  GraphNode,
} from '@lathe/contract'
import { toolsUsed } from '../kinds/tools.ts'
import { parseAgentTool, mapAgentTools } from './agent-tools.ts'

export const NO_CALLED_AGENTS: CalledAgents = {}

/** Returns the key of a called agent: `slug`, or `slug@version` if the call is pinned. */
export const calledAgentKey = ({ agent, version }: AgentCall): string =>
  version === undefined ? agent : `${agent}@${version}`

/** Returns the agents that a document calls directly, each once. */
export function listCalledAgents(document: GraphDocument): AgentCall[] {
  const nodes = Object.values(document.nodes)
  const toolRefs = toolsUsed(document).flatMap((tool) => parseAgentTool(tool) ?? [])
  const refs = nodes.flatMap((node): AgentCall[] => {
    if (node.kind !== 'agent-call' || node.agent === '') return []
    const { agent, version } = node
    return [{ agent, ...(version !== undefined && { version }) }]
  })
  return [...new Map([...refs, ...toolRefs].map((ref) => [calledAgentKey(ref), ref])).values()]
}

/** Replaces the agents or versions that a document calls. */
export function mapCalledAgents(
  document: GraphDocument,
  change: (ref: AgentCall) => AgentCall,
): GraphDocument {
  const entries = Object.entries(document.nodes).map(([id, node]): [string, GraphNode] => {
    if (node.kind !== 'agent-call') return [id, mapAgentTools(node, change)]
    if (node.agent === '') return [id, node]
    const { version, ...rest } = node
    const ref = { agent: node.agent, ...(version !== undefined && { version }) }
    return [id, { ...rest, ...change(ref) }]
  })
  return { ...document, nodes: Object.fromEntries(entries) }
}

export function findCalledAgent(
  calledAgents: CalledAgents,
  ref: AgentCall,
): CalledAgent | undefined {
  const key = calledAgentKey(ref)
  return Object.hasOwn(calledAgents, key) ? calledAgents[key] : undefined
}

/**
 * Returns all agents that a document calls directly or indirectly, each once and before its
 * callers.
 */
export function collectCalledAgents(
  document: GraphDocument,
  calledAgents: CalledAgents,
): Map<string, CalledAgent> {
  const found = new Map<string, CalledAgent>()
  const seen = new Set<string>()
  const visit = (caller: GraphDocument) => {
    for (const ref of listCalledAgents(caller)) {
      const key = calledAgentKey(ref)
      const calledAgent = seen.has(key) ? undefined : findCalledAgent(calledAgents, ref)
      if (!calledAgent) continue
      seen.add(key)
      visit(calledAgent.document)
      found.set(key, calledAgent)
    }
  }
  visit(document)
  return found
}

/** Returns the first recursive call path: `a → b → a`; null if there is none. */
export function findRecursion(
  ref: AgentCall,
  calledAgents: CalledAgents,
  self: string | undefined,
): string[] | null {
  const visited = new Set<string>()
  const visit = (next: AgentCall, path: readonly string[]): string[] | null => {
    const key = calledAgentKey(next)
    if (path.includes(key)) return [...path, key]
    if (visited.has(key)) return null
    visited.add(key)
    const calledAgent = findCalledAgent(calledAgents, next)
    for (const nestedRef of calledAgent ? listCalledAgents(calledAgent.document) : []) {
      const cycle = visit(nestedRef, [...path, key])
      if (cycle) return cycle
    }
    return null
  }
  // The document may become the agent's published version.
  return visit(ref, self === undefined ? [] : [self])
}
