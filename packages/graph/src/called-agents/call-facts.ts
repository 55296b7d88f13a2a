import type { CalledAgent, CalledAgents, GraphDocument } from '@lathe/contract'
import { isPause, unapprovedTools } from '@lathe/nodes'
import { START } from '@lathe/contract'
import { reach, buildTopology } from '../flow/topology.ts'
import { toolsOffered, toolsUsed } from '../kinds/tools.ts'
import { actsWithoutApproval } from '../kinds/tools.ts'
import { calledAgentKey, collectCalledAgents } from './called-agents.ts'

/** A node of a called agent, at any depth. */
export type InnerNode = { agent: string; node: string }

/** Facts about a called agent that its caller cannot see. */
export type CallFacts = {
  /** Tools with side effects that may be called without approval. */
  unapproved: (InnerNode & { tool: string })[]
  /** Questions without a key, which would be identical in copies of the call. */
  keylessQuestions: InnerNode[]
  hasQuestions: boolean
  /** Whether it has side effects, with or without approval. */
  hasSideEffects: boolean
  /** The first node with a side effect before any question. */
  effectBeforeQuestion: InnerNode | null
}

export type CallFactsByAgent = ReadonlyMap<string, CallFacts>

/** Collects facts about called agents, by key; `writing` are the tools with side effects. */
export function collectCallFacts(
  document: GraphDocument,
  calledAgents: CalledAgents,
  writing: ReadonlySet<string>,
): CallFactsByAgent {
  const found = new Map<string, CallFacts>()
  for (const [key, calledAgent] of collectCalledAgents(document, calledAgents)) {
    found.set(key, collectAgentFacts(calledAgent, found, writing))
  }
  return found
}

function collectAgentFacts(
  { agent, document }: CalledAgent,
  collected: CallFactsByAgent,
  writing: ReadonlySet<string>,
): CallFacts {
  const offeredTools = toolsOffered(document)
  const unapproved: CallFacts['unapproved'] = []
  const keylessQuestions: InnerNode[] = []
  const firstEffects = new Map<string, InnerNode>()
  const askingNodes = new Set<string>()
  for (const [node, data] of Object.entries(document.nodes)) {
    const location = { agent, node }
    const inner = data.kind === 'agent-call' ? collected.get(calledAgentKey(data)) : undefined
    unapproved.push(...(inner?.unapproved ?? []))
    keylessQuestions.push(...(inner?.keylessQuestions ?? []))
    if (inner?.effectBeforeQuestion && data.effect === undefined)
      firstEffects.set(node, inner.effectBeforeQuestion)
    if (data.kind === 'agent' || data.kind === 'tools') {
      const tools = unapprovedTools(data, offeredTools).filter((tool) => writing.has(tool))
      unapproved.push(...tools.map((tool) => ({ ...location, tool })))
    }
    if (data.kind === 'ask' && data.key === undefined) keylessQuestions.push(location)
    if (isPause(data) || inner?.hasQuestions) askingNodes.add(node)
    if (actsWithoutApproval(data, offeredTools, writing)) firstEffects.set(node, location)
  }
  const [first] = nodesBeforeAnswer(document, askingNodes).flatMap(
    (node) => firstEffects.get(node) ?? [],
  )
  return {
    unapproved: unique(unapproved),
    keylessQuestions: unique(keylessQuestions),
    hasQuestions: askingNodes.size > 0,
    hasSideEffects:
      toolsUsed(document).some((tool) => writing.has(tool)) ||
      Object.values(document.nodes).some(
        (node) =>
          node.effect === 'write' ||
          (node.kind === 'agent-call' &&
            collected.get(calledAgentKey(node))?.hasSideEffects === true),
      ),
    effectBeforeQuestion: first ?? null,
  }
}

/** Returns nodes that a run may reach before a person has answered, including those that ask. */
function nodesBeforeAnswer(document: GraphDocument, askingNodes: ReadonlySet<string>): string[] {
  const topology = buildTopology(document)
  const reachable = reach([START], (id) =>
    askingNodes.has(id) ? [] : topology.outgoing(id).map((edge) => edge.to),
  )
  return Object.keys(document.nodes).filter((id) => reachable.has(id))
}

const unique = <T>(items: readonly T[]): T[] => [
  ...new Map(items.map((item) => [JSON.stringify(item), item])).values(),
]
