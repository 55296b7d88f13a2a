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

type GuideStep = { id: StepId; title: string; hint: string; action: string }

export const GUIDE_STEPS: readonly GuideStep[] = [
  {
    id: 'agent',
    title: 'Create your agent',
    hint: 'A copy of the assistant: a model that calls tools until it has the answer. The built-in demo model needs no key.',
    action: 'Create agent',
  },
  {
    id: 'prompt',
    title: 'Change its prompt',
    hint: 'Describe in a sentence what it is for. Changes are saved as you type.',
    action: 'Open prompt',
  },
  {
    id: 'run',
    title: 'Run it',
    hint: 'Send it a message under Run, and watch its nodes light up.',
    action: 'Open the console',
  },
  {
    id: 'trace',
    title: 'Open the trace',
    hint: 'Every span with its input, output, tokens, cost and time.',
    action: 'Open the trace',
  },
  {
    id: 'provider',
    title: 'Connect a provider',
    hint: 'OpenAI or a compatible API. Then choose one of its models in the node.',
    action: 'Add connection',
  },
]
