import type {
  CalledAgent,
  AgentCall,
  CalledAgents,
  Effect,
  GraphDocument,
  GraphNode,
  JsonSchema,
} from '@lathe/contract'
import { mapTools } from '@lathe/nodes'
import { toolsUsed } from '../kinds/tools.ts'
import { inputSchema } from '../state/schema.ts'

const NAME = /^agent__([a-z0-9-]+)(?:__v([1-9]\d{0,6}))?$/

/** Returns the agent that a tool name refers to; null for other tools. */
export function parseAgentTool(name: string): AgentCall | null {
  const [, agent, version] = NAME.exec(name) ?? []
  if (agent === undefined) return null
  return { agent, ...(version !== undefined && { version: Number(version) }) }
}

/** Returns the tool name of an agent: `agent__writer`, or `agent__writer__v3` if pinned. */
export const agentToolName = ({ agent, version }: AgentCall): string =>
  `agent__${agent}${version === undefined ? '' : `__v${version}`}`

/** Replaces the agents that a node may call as tools. */
export function mapAgentTools(node: GraphNode, change: (ref: AgentCall) => AgentCall): GraphNode {
  const renameTool = (name: string): string => {
    const ref = parseAgentTool(name)
    return ref ? agentToolName(change(ref)) : name
  }
  return mapTools(node, renameTool)
}

const MAX_DESCRIPTION_LENGTH = 4_000

export type AgentTool = { name: string; description: string; schema: JsonSchema; effect: Effect }

type FindEffect = (tool: string) => Effect | undefined

/** Returns the description of an agent tool, as a model sees it. */
export function agentTool(
  ref: AgentCall,
  { name, description, document }: Pick<CalledAgent, 'name' | 'description' | 'document'>,
  findEffect: FindEffect,
): AgentTool {
  const purpose = description ? `${description.trim()} ` : ''
  const outputSentence =
    document.output.length > 0 ? ` It gives ${document.output.join(', ')}.` : ''
  return {
    name: agentToolName(ref),
    description: `${purpose}Asks the agent “${name}”.${outputSentence}`.slice(
      0,
      MAX_DESCRIPTION_LENGTH,
    ),
    schema: inputSchema(document),
    effect: strongestEffect(document, findEffect),
  }
}

/** Returns the strongest side effect in a graph. */
function strongestEffect(document: GraphDocument, findEffect: FindEffect): Effect {
  const nodeEffects = Object.values(document.nodes).map(({ effect }) => effect)
  const toolEffects = toolsUsed(document).map(findEffect)
  return [...nodeEffects, ...toolEffects].includes('write') ? 'write' : 'read'
}

/** Returns the known agents among the tools that a document names. */
export function listAgentTools(
  document: GraphDocument,
  calledAgents: CalledAgents,
  findEffect: FindEffect,
): AgentTool[] {
  return toolsUsed(document).flatMap((tool) => {
    const ref = parseAgentTool(tool)
    const key = ref && keyOf(ref)
    const calledAgent =
      key !== null && Object.hasOwn(calledAgents, key) ? calledAgents[key] : undefined
    return ref && calledAgent ? [agentTool(ref, calledAgent, findEffect)] : []
  })
}

const keyOf = ({ agent, version }: AgentCall): string =>
  version === undefined ? agent : `${agent}@${version}`
