import type { GraphNode } from '@lathe/contract'
import { isPause, unapprovedTools } from '@lathe/nodes'
import { START } from '@lathe/contract'
import { calledAgentKey } from '../../called-agents/called-agents.ts'
import type { InnerNode, CallFacts } from '../../called-agents/call-facts.ts'
import type { Loop } from '../../flow/loops.ts'
import { reach } from '../../flow/topology.ts'
import type { Topology } from '../../flow/topology.ts'
import { toolsOffered } from '../../kinds/tools.ts'
import { actsWithoutApproval } from '../../kinds/tools.ts'
import type { CheckContext, NodeFacts } from '../context.ts'

/** Reports side effects without approval, including those of called agents. */
export function checkEffects(
  context: CheckContext,
  topology: Topology,
  loops: readonly Loop[],
): void {
  const offeredTools = toolsOffered(context.document)
  for (const facts of context.nodes.values()) checkApprovals(context, facts, offeredTools)
  checkRepeated(context, topology, loops, offeredTools)
}

function findCallFacts({ callFacts }: CheckContext, node: GraphNode): CallFacts | undefined {
  return node.kind === 'agent-call' ? callFacts.get(calledAgentKey(node)) : undefined
}

function checkApprovals(
  context: CheckContext,
  { id, node }: NodeFacts,
  offeredTools: ReadonlySet<string>,
): void {
  const { report, writingTools: writing } = context
  for (const { agent, node: inner, tool } of findCallFacts(context, node)?.unapproved ?? []) {
    const message = `\`${id}\` calls the agent \`${agent}\`, where \`${inner}\` may call \`${tool}\`, which has side effects, without approval`
    report('UNAPPROVED_WRITE', { node: id, field: 'agent', name: tool }, message)
  }
  // A tool node that a person drew is intentional; a tool call that a model chooses may not be.
  if (node.kind !== 'agent' && node.kind !== 'tools') return
  for (const tool of new Set(unapprovedTools(node, offeredTools))) {
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
  offeredTools: ReadonlySet<string>,
): void {
  const { nodes, writingTools: writing, report } = context
  const isAsk = (id: string) => {
    const node = nodes.get(id)?.node
    return (
      node !== undefined && (isPause(node) || findCallFacts(context, node)?.hasQuestions === true)
    )
  }
  const withAsk = loops.flatMap((loop) => {
    const question = loop.nodes.find(isAsk)
    return question === undefined ? [] : [{ loop, ask: question }]
  })
  if (withAsk.length === 0) return
  const before = reach([START], (id) =>
    isAsk(id) ? [] : topology.outgoing(id).map((edge) => edge.to),
  )
  for (const { loop, ask: question } of withAsk) {
    for (const id of loop.nodes) {
      const node = nodes.get(id)?.node
      if (!node || !before.has(id)) continue
      const inner =
        node.effect === undefined ? findCallFacts(context, node)?.effectBeforeQuestion : undefined
      if (!inner && !actsWithoutApproval(node, offeredTools, writing)) continue
      report('REPEATED_EFFECT', { node: id }, repeatedMessage(id, question, inner))
    }
  }
}

function repeatedMessage(
  id: string,
  question: string,
  inner: InnerNode | null | undefined,
): string {
  const subject = inner
    ? `\`${id}\` (by \`${inner.node}\` of the agent \`${inner.agent}\`)`
    : `\`${id}\``
  const questionLabel = question === id ? 'it' : `\`${question}\``
  return `${subject} has a side effect that runs before ${questionLabel} asks for input, and again each time the answer leads back to it`
}
