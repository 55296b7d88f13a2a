import type { GraphNode } from '@lathe/contract'
import { START } from '@lathe/contract'
import { calleeKey } from '../../callees/callees.ts'
import type { InnerNode, InsideCall } from '../../callees/inside-calls.ts'
import type { Loop } from '../../flow/loops.ts'
import { reach } from '../../flow/topology.ts'
import type { Topology } from '../../flow/topology.ts'
import { toolsOffered } from '../../kinds/tools-offered.ts'
import { actsUnasked, unaskedTools } from '../../kinds/unasked-tools.ts'
import type { CheckContext, NodeFacts } from '../context.ts'

/** Reports side effects without approval, including those of called agents. */
export function checkEffects(
  context: CheckContext,
  topology: Topology,
  loops: readonly Loop[],
): void {
  const offered = toolsOffered(context.document)
  for (const facts of context.nodes.values()) checkApprovals(context, facts, offered)
  checkRepeated(context, topology, loops, offered)
}

function insideOf({ inside }: CheckContext, node: GraphNode): InsideCall | undefined {
  return node.kind === 'agent-call' ? inside.get(calleeKey(node)) : undefined
}

function checkApprovals(
  context: CheckContext,
  { id, node }: NodeFacts,
  offered: ReadonlySet<string>,
): void {
  const { report, writing } = context
  for (const { agent, node: inner, tool } of insideOf(context, node)?.unasked ?? []) {
    const message = `\`${id}\` calls the agent \`${agent}\`, where \`${inner}\` may call \`${tool}\`, which has side effects, without approval`
    report('UNAPPROVED_WRITE', { node: id, field: 'agent', name: tool }, message)
  }
  // A tool node that a person drew is intentional; a tool call that a model chooses may not be.
  if (node.kind !== 'agent' && node.kind !== 'tools') return
  for (const tool of new Set(unaskedTools(node, offered))) {
    if (!writing.has(tool)) continue
    const message = `\`${id}\` may call \`${tool}\`, which has side effects, without approval`
    report('UNAPPROVED_WRITE', { node: id, field: 'approvals', name: tool }, message)
  }
}

/** A side effect before a question repeats whenever the answer loops back to an earlier node. */
function checkRepeated(
  context: CheckContext,
  topology: Topology,
  loops: readonly Loop[],
  offered: ReadonlySet<string>,
): void {
  const { nodes, writing, report } = context
  const isAsk = (id: string) => {
    const node = nodes.get(id)?.node
    return node !== undefined && (node.kind === 'ask' || insideOf(context, node)?.asks === true)
  }
  const withAsk = loops.flatMap((loop) => {
    const ask = loop.nodes.find(isAsk)
    return ask === undefined ? [] : [{ loop, ask }]
  })
  if (withAsk.length === 0) return
  const before = reach([START], (id) => (isAsk(id) ? [] : topology.out(id).map((edge) => edge.to)))
  for (const { loop, ask } of withAsk) {
    for (const id of loop.nodes) {
      const node = nodes.get(id)?.node
      if (!node || !before.has(id)) continue
      const inner = node.effect === undefined ? insideOf(context, node)?.actsFirst : undefined
      if (!inner && !actsUnasked(node, offered, writing)) continue
      report('REPEATED_EFFECT', { node: id }, repeatedMessage(id, ask, inner))
    }
  }
}

function repeatedMessage(id: string, ask: string, inner: InnerNode | null | undefined): string {
  const who = inner
    ? `\`${id}\` (by \`${inner.node}\` of the agent \`${inner.agent}\`)`
    : `\`${id}\``
  const asks = ask === id ? 'it' : `\`${ask}\``
  return `${who} has a side effect that runs before ${asks} asks for input, and again each time the answer leads back to it`
}
