import type {
  Callees,
  Effect,
  GraphDocument,
  JsonSchema,
  LiveThreads,
  Problem,
  PromptMessage,
} from '@lathe/contract'
import { topologyOf } from '../flow/topology.ts'
import { agentOfTool, agentToolsOf } from '../callees/agent-tools.ts'
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
  /** What it says, as far as it is known, by `registryRefLabel`. */
  says?: Readonly<Record<string, readonly PromptMessage[]>>
}

/** What a document may refer to outside itself. */
export type CheckEnvironment = {
  tools: readonly { name: string; schema: JsonSchema; effect: Effect }[]
  /** `timeoutMs` limits every call of the connection. */
  connections: readonly { name: string; timeoutMs?: number | null }[]
  /** `isEmpty`: no search of it finds anything. */
  collections: readonly { name: string; isEmpty: boolean }[]
  agents: readonly { slug: string; versions: readonly number[]; published: number | null }[]
  /** What the document calls, and what that calls, as far as it is known. */
  callees: Callees
  /** Slug of the agent whose document it is. */
  self?: string | undefined
  prompts: readonly KnownPrompt[]
  /** Of the document's agent, where it has one. */
  liveThreads?: readonly LiveThreads[]
}

/** Every error and warning of a document. Nothing in it is executed. A document without errors compiles. */
export function checkDocument(document: GraphDocument, environment: CheckEnvironment): Problem[] {
  const problems: Problem[] = []
  const tools = environment.tools.filter(({ name }) => !agentOfTool(name))
  const effects = new Map(tools.map(({ name, effect }) => [name, effect]))
  const agents = agentToolsOf(document, environment.callees, (name) => effects.get(name))
  const known = { ...environment, tools: [...tools, ...agents] }
  const context = createContext(document, known, problems)
  const topology = topologyOf(document)
  checkOwn(context, topology)
  for (const facts of context.nodes.values()) checkResources(context, facts)
  checkSecrets(context)
  checkWarnings(context, topology)
  return problems
}
