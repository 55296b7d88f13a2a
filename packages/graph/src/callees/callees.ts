import type {
  AgentCall,
  CalledAgents,
  CalledAgent,
  GraphDocument,
  GraphNode,
} from '@lathe/contract'
import { toolsUsed } from '../kinds/tools-offered.ts'
import { agentOfTool, mapAgentTools } from './agent-tools.ts'

export const NO_CALLEES: CalledAgents = {}

/** Returns the key of a called agent: `slug`, or `slug@version` if the call is pinned. */
export const calleeKey = ({ agent, version }: AgentCall): string =>
  version === undefined ? agent : `${agent}@${version}`

/** Returns the agents that a document calls directly, each once. */
export function calleeRefs(document: GraphDocument): AgentCall[] {
  const nodes = Object.values(document.nodes)
  const asked = toolsUsed(document).flatMap((tool) => agentOfTool(tool) ?? [])
  const refs = nodes.flatMap((node): AgentCall[] => {
    if (node.kind !== 'agent-call' || node.agent === '') return []
    const { agent, version } = node
    return [{ agent, ...(version !== undefined && { version }) }]
  })
  return [...new Map([...refs, ...asked].map((ref) => [calleeKey(ref), ref])).values()]
}

/** Replaces the agents or versions that a document calls. */
export function mapCalls(
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

export function calleeOf(callees: CalledAgents, ref: AgentCall): CalledAgent | undefined {
  const key = calleeKey(ref)
  return Object.hasOwn(callees, key) ? callees[key] : undefined
}

/**
 * Returns all agents that a document calls directly or indirectly, each once and before its
 * callers.
 */
export function calleesWithin(
  document: GraphDocument,
  callees: CalledAgents,
): Map<string, CalledAgent> {
  const found = new Map<string, CalledAgent>()
  const seen = new Set<string>()
  const visit = (from: GraphDocument) => {
    for (const ref of calleeRefs(from)) {
      const key = calleeKey(ref)
      const callee = seen.has(key) ? undefined : calleeOf(callees, ref)
      if (!callee) continue
      seen.add(key)
      visit(callee.document)
      found.set(key, callee)
    }
  }
  visit(document)
  return found
}

/** Returns the first recursive call path: `a → b → a`; null if there is none. */
export function circleFrom(
  ref: AgentCall,
  callees: CalledAgents,
  self: string | undefined,
): string[] | null {
  const done = new Set<string>()
  const visit = (next: AgentCall, way: readonly string[]): string[] | null => {
    const key = calleeKey(next)
    if (way.includes(key)) return [...way, key]
    if (done.has(key)) return null
    done.add(key)
    const callee = calleeOf(callees, next)
    for (const onward of callee ? calleeRefs(callee.document) : []) {
      const circle = visit(onward, [...way, key])
      if (circle) return circle
    }
    return null
  }
  // The document may become the agent's published version.
  return visit(ref, self === undefined ? [] : [self])
}
