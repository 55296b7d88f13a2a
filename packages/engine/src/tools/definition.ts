import type { BaseStore } from '@langchain/langgraph-checkpoint'
import type { Effect, Json, JsonObject, JsonSchema, ToolConfig } from '@lathe/contract'
import type { EgressFetch } from '../egress/egress.ts'
import type { SearchCollections } from '../run/calls/collection-search.ts'
import type { ClockAndSeed } from '../sandbox/protocol.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { AskMedia } from './media/ask-media.ts'

/** Everything a tool may access. */
export type ToolContext = {
  clockAndSeed: ClockAndSeed
  fetch: EgressFetch
  sandbox: Pick<Sandbox, 'runCode'>
  /** Memory items of agents across threads. */
  store: BaseStore | null
  /** The part of the store that memory tools use, whatever namespace the model names. */
  memoryPrefix: readonly string[]
  /** Collections of the workspace. */
  search: SearchCollections | null
  /** The workspace's providers for speech, transcription and pictures. */
  media?: AskMedia
  /** Returns audio of the conversation by name, as a data URL. */
  sounds?: (name: string) => Promise<string | undefined>
  signal: AbortSignal
}

export type ToolDefinition = {
  name: string
  /** Read by models. */
  description: string
  /** Object schema of the arguments. */
  schema: JsonSchema
  effect: Effect
  /** Overrides the general time limit of tools. */
  timeoutMs?: number
  /** Configuration of a changeable built-in tool. */
  config?: ToolConfig
  run(args: JsonObject, context: ToolContext): Promise<Json> | Json
}

/** Returns an object schema that allows only these properties. */
export const argsSchema = (
  properties: Record<string, JsonSchema>,
  required: string[] = Object.keys(properties),
): JsonSchema => ({ type: 'object', properties, required, additionalProperties: false })

/** Returns an argument that the schema declares as a string. */
export const stringArgument = (value: Json | undefined): string =>
  typeof value === 'string' ? value : ''

/** The tools of one run. */
export type ToolRegistry = {
  /** Differs for different tools, because graphs are compiled with them. */
  key: string
  list(): ToolDefinition[]
  find(name: string): ToolDefinition | undefined
}

/** Returns the tools of a workspace that a graph names. */
export type FindTools = (
  workspaceId: string,
  names: readonly string[],
) => Promise<ToolRegistry> | ToolRegistry

/** Creates a registry of tools by name. Throws if two tools have one name. */
export function createToolRegistry(definitions: readonly ToolDefinition[], key = ''): ToolRegistry {
  const byName = new Map(definitions.map((definition) => [definition.name, definition]))
  if (byName.size < definitions.length) throw new Error('Two tools have the same name')
  return { key, list: () => [...byName.values()], find: (name) => byName.get(name) }
}
