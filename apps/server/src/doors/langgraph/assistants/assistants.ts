import type { Agent, AgentVersion } from '@lathe/contract'
import { toIso } from '../wire/time.ts'

/** A published agent: LangGraph's assistant and its graph are one thing here. */
export function toAssistant(agent: Agent) {
  return {
    assistant_id: agent.id,
    graph_id: agent.slug,
    name: agent.name,
    description: agent.description,
    version: agent.publishedVersion ?? 0,
    config: {},
    context: {},
    metadata: metadataOf(agent),
    created_at: toIso(agent.createdAt),
    updated_at: toIso(agent.updatedAt),
  }
}

export type Assistant = ReturnType<typeof toAssistant>

export function toAssistantVersion(agent: Agent, version: AgentVersion) {
  const { updated_at: _, ...assistant } = toAssistant(agent)
  return {
    ...assistant,
    version: version.number,
    metadata: { ...assistant.metadata, message: version.message, published: version.isPublished },
    created_at: toIso(version.createdAt),
  }
}

/** LangGraph marks the assistants that come with a graph so; clients look for it. */
const metadataOf = ({ template }: Agent) => ({ created_by: 'system', template })
