import type { CalledAgent, CalledAgents, GraphDocument } from '@lathe/contract'
import { START } from '@lathe/contract'
import { reach, topologyOf } from '../flow/topology.ts'
import { toolsOffered, toolsUsed } from '../kinds/tools-offered.ts'
import { actsUnasked, unaskedTools } from '../kinds/unasked-tools.ts'
import { calleeKey, calleesWithin } from './callees.ts'

/** A node of a called agent, at any depth. */
export type InnerNode = { agent: string; node: string }

/** Facts about a called agent that its caller cannot see. */
export type InsideCall = {
  /** Tools with side effects that may be called without approval. */
  unasked: (InnerNode & { tool: string })[]
  /** Questions without a key, which would be identical in copies of the call. */
  keyless: InnerNode[]
  asks: boolean
  /** Whether it has side effects, with or without approval. */
  acts: boolean
  /** The first node with a side effect before any question. */
  actsFirst: InnerNode | null
}

export type InsideCalls = ReadonlyMap<string, InsideCall>

/** Collects facts about called agents, by key; `writing` are the tools with side effects. */
export function insideCalls(
  document: GraphDocument,
  callees: CalledAgents,
  writing: ReadonlySet<string>,
): InsideCalls {
  const found = new Map<string, InsideCall>()
  for (const [key, callee] of calleesWithin(document, callees)) {
    found.set(key, insideOne(callee, found, writing))
  }
  return found
}

function insideOne(
  { agent, document }: CalledAgent,
  known: InsideCalls,
  writing: ReadonlySet<string>,
): InsideCall {
  const offered = toolsOffered(document)
  const unasked: InsideCall['unasked'] = []
  const keyless: InnerNode[] = []
  const acting = new Map<string, InnerNode>()
  const asking = new Set<string>()
  for (const [node, data] of Object.entries(document.nodes)) {
    const own = { agent, node }
    const inner = data.kind === 'agent-call' ? known.get(calleeKey(data)) : undefined
    unasked.push(...(inner?.unasked ?? []))
    keyless.push(...(inner?.keyless ?? []))
    if (inner?.actsFirst && data.effect === undefined) acting.set(node, inner.actsFirst)
    if (data.kind === 'agent' || data.kind === 'tools') {
      const tools = unaskedTools(data, offered).filter((tool) => writing.has(tool))
      unasked.push(...tools.map((tool) => ({ ...own, tool })))
    }
    if (data.kind === 'ask' && data.key === undefined) keyless.push(own)
    if (data.kind === 'ask' || inner?.asks) asking.add(node)
    if (actsUnasked(data, offered, writing)) acting.set(node, own)
  }
  const [first] = beforeAsking(document, asking).flatMap((node) => acting.get(node) ?? [])
  return {
    unasked: once(unasked),
    keyless: once(keyless),
    asks: asking.size > 0,
    acts:
      toolsUsed(document).some((tool) => writing.has(tool)) ||
      Object.values(document.nodes).some(
        (node) =>
          node.effect === 'write' ||
          (node.kind === 'agent-call' && known.get(calleeKey(node))?.acts === true),
      ),
    actsFirst: first ?? null,
  }
}

/** Returns nodes that a run may reach before a person has answered, including those that ask. */
function beforeAsking(document: GraphDocument, asking: ReadonlySet<string>): string[] {
  const topology = topologyOf(document)
  const before = reach([START], (id) =>
    asking.has(id) ? [] : topology.out(id).map((edge) => edge.to),
  )
  return Object.keys(document.nodes).filter((id) => before.has(id))
}

const once = <T>(items: readonly T[]): T[] => [
  ...new Map(items.map((item) => [JSON.stringify(item), item])).values(),
]
