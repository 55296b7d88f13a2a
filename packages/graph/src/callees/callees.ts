import type { CalleeRef, Callees, Callee, GraphDocument, GraphNode } from '@lathe/contract'
import { toolsUsed } from '../kinds/tools-offered.ts'
import { agentOfTool, mapAgentTools } from './agent-tools.ts'

export const NO_CALLEES: Callees = {}

/** The name a callee is kept by: `slug`, or `slug@version` where the call is pinned. */
export const calleeKey = ({ agent, version }: CalleeRef): string =>
  version === undefined ? agent : `${agent}@${version}`

/** What a document calls itself, each once. */
export function calleeRefs(document: GraphDocument): CalleeRef[] {
  const nodes = Object.values(document.nodes)
  const asked = toolsUsed(document).flatMap((tool) => agentOfTool(tool) ?? [])
  const refs = nodes.flatMap((node): CalleeRef[] => {
    if (node.kind !== 'agent-call' || node.agent === '') return []
    const { agent, version } = node
    return [{ agent, ...(version !== undefined && { version }) }]
  })
  return [...new Map([...refs, ...asked].map((ref) => [calleeKey(ref), ref])).values()]
}

/** With other agents, or other versions of them, in place of those it calls. */
export function mapCalls(
  document: GraphDocument,
  change: (ref: CalleeRef) => CalleeRef,
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

export function calleeOf(callees: Callees, ref: CalleeRef): Callee | undefined {
  const key = calleeKey(ref)
  return Object.hasOwn(callees, key) ? callees[key] : undefined
}

/** What a document calls, and what that calls, each once and before who calls it. */
export function calleesWithin(document: GraphDocument, callees: Callees): Map<string, Callee> {
  const found = new Map<string, Callee>()
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

/** The first way by which a call leads back to an agent on it: `a → b → a`; null when there is none. */
export function circleFrom(
  ref: CalleeRef,
  callees: Callees,
  self: string | undefined,
): string[] | null {
  const done = new Set<string>()
  const visit = (next: CalleeRef, way: readonly string[]): string[] | null => {
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
  // Its own published version is about to be this document.
  return visit(ref, self === undefined ? [] : [self])
}
