import type {
  CalledAgents,
  Effect,
  GraphDocument,
  JsonSchema,
  LiveThreads,
  Problem,
  PromptMessage,
} from '@lathe/contract'
import { buildTopology } from '../flow/topology.ts'
import { parseAgentTool, listAgentTools } from '../called-agents/agent-tools.ts'
import { createContext } from './context.ts'
import { checkResources } from './resources.ts'
import { checkSecrets } from './secrets.ts'
import { checkOwn } from './shape.ts'
import { checkWarnings } from './warnings/warnings.ts'

/** A prompt of the registry. */
export type KnownPrompt = {
  name: string
  labels: readonly string[]
  versions: readonly number[]
  /** Known messages by `registryRefLabel`. */
  messages?: Readonly<Record<string, readonly PromptMessage[]>>
}

/** Resources that a document may reference. */
export type CheckEnvironment = {
  tools: readonly { name: string; schema: JsonSchema; effect: Effect }[]
  /** `timeoutMs` limits every call of the connection. */
  connections: readonly { name: string; timeoutMs?: number | null }[]
  /** `isEmpty`: the collection has no indexed content. */
  collections: readonly { name: string; isEmpty: boolean }[]
  agents: readonly { slug: string; versions: readonly number[]; published: number | null }[]
  /** Known documents of agents that the document calls directly or indirectly. */
  calledAgents: CalledAgents
  /** Slug of the agent that owns the document. */
  self?: string | undefined
  prompts: readonly KnownPrompt[]
  /** Live threads of the agent that owns the document. */
  liveThreads?: readonly LiveThreads[]
}

/**
 * Returns every error and warning of a document without executing it. A document without errors
 * compiles.
 */
export function checkDocument(document: GraphDocument, environment: CheckEnvironment): Problem[] {
  const problems: Problem[] = []
  const tools = environment.tools.filter(({ name }) => !parseAgentTool(name))
  const effects = new Map(tools.map(({ name, effect }) => [name, effect]))
  const agents = listAgentTools(document, environment.calledAgents, (name) => effects.get(name))
  const withAgentTools = { ...environment, tools: [...tools, ...agents] }
  const context = createContext(document, withAgentTools, problems)
  const topology = buildTopology(document)
  checkOwn(context, topology)
  for (const facts of context.nodes.values()) checkResources(context, facts)
  checkSecrets(context)
  checkWarnings(context, topology)
  return problems
}
