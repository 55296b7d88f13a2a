import type {
  CalledAgent,
  AgentCall,
  CalledAgents,
  Effect,
  GraphDocument,
  GraphNode,
  JsonSchema,
} from '@lathe/contract'
import { toolsUsed } from '../kinds/tools-offered.ts'
import { inputSchema } from '../state/schema.ts'

const NAME = /^agent__([a-z0-9-]+)(?:__v([1-9]\d{0,6}))?$/

/** Returns the agent that a tool name refers to; null for other tools. */
export function agentOfTool(name: string): AgentCall | null {
  const [, agent, version] = NAME.exec(name) ?? []
  if (agent === undefined) return null
  return { agent, ...(version !== undefined && { version: Number(version) }) }
}

/** Returns the tool name of an agent: `agent__writer`, or `agent__writer__v3` if pinned. */
export const toolOfAgent = ({ agent, version }: AgentCall): string =>
  `agent__${agent}${version === undefined ? '' : `__v${version}`}`

/** Replaces the agents that a node may call as tools. */
export function mapAgentTools(node: GraphNode, change: (ref: AgentCall) => AgentCall): GraphNode {
  const changed = (name: string): string => {
    const ref = agentOfTool(name)
    return ref ? toolOfAgent(change(ref)) : name
  }
  const some = (names: readonly string[]) => names.map(changed)
  switch (node.kind) {
    case 'tool':
      return { ...node, tool: changed(node.tool) }
    case 'tools':
      return { ...node, ...(node.approvals && { approvals: some(node.approvals) }) }
    case 'agent':
      return {
        ...node,
        ...(node.tools && { tools: some(node.tools) }),
        ...(node.approvals && { approvals: some(node.approvals) }),
      }
    case 'model': {
      const { tools, toolChoice } = node
      const chosen =
        typeof toolChoice === 'object' ? { tool: changed(toolChoice.tool) } : toolChoice
      return {
        ...node,
        ...(tools && { tools: some(tools) }),
        ...(chosen !== undefined && { toolChoice: chosen }),
      }
    }
    default:
      return node
  }
}

const LONGEST = 4_000

export type AgentTool = { name: string; description: string; schema: JsonSchema; effect: Effect }

type EffectOf = (tool: string) => Effect | undefined

/** Returns the description of an agent tool, as a model sees it. */
export function agentTool(
  ref: AgentCall,
  { name, description, document }: Pick<CalledAgent, 'name' | 'description' | 'document'>,
  effectOf: EffectOf,
): AgentTool {
  const does = description ? `${description.trim()} ` : ''
  const gives = document.output.length > 0 ? ` It gives ${document.output.join(', ')}.` : ''
  return {
    name: toolOfAgent(ref),
    description: `${does}Asks the agent “${name}”.${gives}`.slice(0, LONGEST),
    schema: inputSchema(document),
    effect: effectOfGraph(document, effectOf),
  }
}

/** Returns the strongest side effect in a graph. */
function effectOfGraph(document: GraphDocument, effectOf: EffectOf): Effect {
  const own = Object.values(document.nodes).map(({ effect }) => effect)
  const called = toolsUsed(document).map(effectOf)
  return [...own, ...called].includes('write') ? 'write' : 'read'
}

/** Returns the known agents among the tools that a document names. */
export function agentToolsOf(
  document: GraphDocument,
  callees: CalledAgents,
  effectOf: EffectOf,
): AgentTool[] {
  return toolsUsed(document).flatMap((tool) => {
    const ref = agentOfTool(tool)
    const key = ref && keyOf(ref)
    const callee = key !== null && Object.hasOwn(callees, key) ? callees[key] : undefined
    return ref && callee ? [agentTool(ref, callee, effectOf)] : []
  })
}

const keyOf = ({ agent, version }: AgentCall): string =>
  version === undefined ? agent : `${agent}@${version}`
