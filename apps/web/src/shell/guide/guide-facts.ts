import type { Agent, Connection, GraphDocument, Run, Template } from '@lathe/contract'
import { nodePrompt } from '@lathe/nodes'
import { isOwnAgent } from '../../lib/browser/guide.ts'

/** The user's progress as the server knows it. Undefined while loading. */
export type GuideFacts = {
  agent: Agent | undefined
  draft: GraphDocument | undefined
  template: Template | undefined
  run: Run | undefined
  connections: readonly Connection[]
  hasSeenTrace: boolean
}

export type StepId = 'agent' | 'prompt' | 'run' | 'trace' | 'provider'

/** The agent created in the guide, otherwise the user's newest one. */
export function findOwnAgent(
  agents: readonly Agent[],
  guideAgentId: string | null,
): Agent | undefined {
  const ownAgents = agents.filter(isOwnAgent)
  const newest = ownAgents.toSorted((a, b) => b.createdAt - a.createdAt)[0]
  return ownAgents.find(({ id }) => id === guideAgentId) ?? newest
}

/** Completed steps, in any order. */
export function completedSteps(facts: GuideFacts): ReadonlySet<StepId> {
  const { agent, draft, template, run, connections, hasSeenTrace } = facts
  const done: Record<StepId, boolean> = {
    agent: agent !== undefined,
    prompt: draft !== undefined && serializePrompts(draft) !== serializePrompts(template?.document),
    run: run !== undefined,
    trace: hasSeenTrace,
    provider: connections.some(({ isBuiltIn }) => !isBuiltIn),
  }
  return new Set((Object.keys(done) as StepId[]).filter((id) => done[id]))
}

const serializePrompts = (document: GraphDocument | undefined): string =>
  JSON.stringify(
    Object.values(document?.nodes ?? {})
      .map(nodePrompt)
      .filter(Boolean),
  )

/** The first node with a model prompt: the one to change. */
export const promptNode = (document: GraphDocument | undefined): string | undefined =>
  Object.entries(document?.nodes ?? {}).find(([, node]) => nodePrompt(node) !== null)?.[0]
