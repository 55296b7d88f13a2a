import { START } from '@lathe/contract'
import type { Loop } from '../../flow/loops.ts'
import { reach } from '../../flow/topology.ts'
import type { Topology } from '../../flow/topology.ts'
import { toolsOffered } from '../../kinds/tools-offered.ts'
import type { CheckContext, NodeFacts } from '../context.ts'

/** Steps that change something in the world, and who is asked before. */
export function checkEffects(
  context: CheckContext,
  topology: Topology,
  loops: readonly Loop[],
): void {
  const writing = new Set(
    context.environment.tools.filter(({ effect }) => effect === 'write').map(({ name }) => name),
  )
  const offered = toolsOffered(context.document)
  const unasked = (facts: NodeFacts) =>
    unaskedTools(facts.node, offered).filter((tool) => writing.has(tool))
  for (const facts of context.nodes.values()) checkApprovals(context, facts, unasked(facts))
  checkRepeated(context, topology, loops, (facts) =>
    facts.node.effect === undefined
      ? unasked(facts).length > 0
      : facts.node.effect === 'write' && !(facts.node.kind === 'tool' && facts.node.approval),
  )
}

/** Tools a node may call without a human. */
function unaskedTools(node: NodeFacts['node'], offered: ReadonlySet<string>): string[] {
  switch (node.kind) {
    case 'agent':
      return (node.tools ?? []).filter((tool) => !node.approvals?.includes(tool))
    case 'tools':
      return [...offered].filter((tool) => !node.approvals?.includes(tool))
    case 'tool':
      return node.approval ? [] : [node.tool]
    default:
      return []
  }
}

function checkApprovals({ report }: CheckContext, { id, node }: NodeFacts, tools: string[]): void {
  // What a person drew as a step is meant to happen; what a model chooses may not be.
  if (node.kind !== 'agent' && node.kind !== 'tools') return
  for (const tool of new Set(tools)) {
    const message = `\`${id}\` may call \`${tool}\`, which changes something, without asking anybody`
    report('UNAPPROVED_WRITE', { node: id, field: 'approvals', name: tool }, message)
  }
}

/** What acts before a human is asked acts again whenever the answer leads back to it. */
function checkRepeated(
  { nodes, report }: CheckContext,
  topology: Topology,
  loops: readonly Loop[],
  acts: (facts: NodeFacts) => boolean,
): void {
  const isAsk = (id: string) => nodes.get(id)?.node.kind === 'ask'
  const withAsk = loops.flatMap((loop) => {
    const ask = loop.nodes.find(isAsk)
    return ask === undefined ? [] : [{ loop, ask }]
  })
  if (withAsk.length === 0) return
  const before = reach([START], (id) => (isAsk(id) ? [] : topology.out(id).map((edge) => edge.to)))
  for (const { loop, ask } of withAsk) {
    for (const id of loop.nodes) {
      const facts = nodes.get(id)
      if (!facts || !before.has(id) || !acts(facts)) continue
      const message = `\`${id}\` acts before \`${ask}\` asks, and again each time the answer leads back to it`
      report('REPEATED_EFFECT', { node: id }, message)
    }
  }
}
