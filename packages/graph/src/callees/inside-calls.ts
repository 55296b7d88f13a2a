import type { Callee, Callees, GraphDocument } from '@lathe/contract'
import { START } from '@lathe/contract'
import { reach, topologyOf } from '../flow/topology.ts'
import { toolsOffered, toolsUsed } from '../kinds/tools-offered.ts'
import { actsUnasked, unaskedTools } from '../kinds/unasked-tools.ts'
import { calleeKey, calleesWithin } from './callees.ts'

/** A node of an agent that is called, by however many calls. */
export type InnerNode = { agent: string; node: string }

/** What a call leads to that its caller does not see. */
export type InsideCall = {
  /** Tools that change something and may be called without a human. */
  unasked: (InnerNode & { tool: string })[]
  /** Questions that copies of the call would put alike. */
  keyless: InnerNode[]
  asks: boolean
  /** Whether it changes anything, asked or not. */
  acts: boolean
  /** The first node that changes something before any human has been asked. */
  actsFirst: InnerNode | null
}

export type InsideCalls = ReadonlyMap<string, InsideCall>

/** By the key of the callee; `writing` are the tools that change something. */
export function insideCalls(
  document: GraphDocument,
  callees: Callees,
  writing: ReadonlySet<string>,
): InsideCalls {
  const found = new Map<string, InsideCall>()
  for (const [key, callee] of calleesWithin(document, callees)) {
    found.set(key, insideOne(callee, found, writing))
  }
  return found
}

function insideOne(
  { agent, document }: Callee,
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

/** Nodes a run may come to without a human having answered, those that ask among them. */
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
