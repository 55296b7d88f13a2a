import type { Agent, AgentVersion } from '@lathe/contract'
import { toIso } from '../wire/time.ts'

/** Converts a published agent. LangGraph's assistant and graph are the same object here. */
export function toAssistant(agent: Agent) {
  return {
    assistant_id: agent.id,
    graph_id: agent.slug,
    name: agent.name,
    description: agent.description,
    version: agent.publishedVersion ?? 0,
    config: {},
    context: {},
    metadata: toMetadata(agent),
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

/** Clients look for `created_by: "system"`, which marks the default assistant of a graph. */
const toMetadata = ({ template, isChat }: Agent) => ({
  created_by: 'system',
  template,
  chat: isChat,
})
