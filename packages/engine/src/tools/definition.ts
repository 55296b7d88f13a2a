import type { BaseStore } from '@langchain/langgraph-checkpoint'
import type { Effect, Json, JsonObject, JsonSchema, ToolConfig } from '@lathe/contract'
import type { EgressFetch } from '../egress/egress.ts'
import type { SearchCollections } from '../run/calls/collection-search.ts'
import type { SandboxWorld } from '../sandbox/protocol.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { AskMedia } from './media/ask-media.ts'

/** What a tool may touch; nothing else of the world is its business. */
export type ToolContext = {
  world: SandboxWorld
  fetch: EgressFetch
  sandbox: Pick<Sandbox, 'runCode'>
  /** Items that agents remember across threads. */
  store: BaseStore | null
  /** The part of the store that the memory tools work in, whatever namespace the model names. */
  memoryPrefix: readonly string[]
  /** The collections of the workspace. */
  search: SearchCollections | null
  /** The providers of the workspace that speak, listen and draw. */
  media?: AskMedia
  /** Audio of the conversation by its name, as a data URL. */
  sounds?: (name: string) => Promise<string | undefined>
  signal: AbortSignal
}

export type ToolDefinition = {
  name: string
  /** Read by models. */
  description: string
  /** Of its arguments: an object schema. */
  schema: JsonSchema
  effect: Effect
  /** Where the time that tools have is too short. */
  timeoutMs?: number
  /** Of what comes with Lathe and can be changed. */
  config?: ToolConfig
  run(args: JsonObject, context: ToolContext): Promise<Json> | Json
}

/** An object schema that takes nothing but these. */
export const argsSchema = (
  properties: Record<string, JsonSchema>,
  required: string[] = Object.keys(properties),
): JsonSchema => ({ type: 'object', properties, required, additionalProperties: false })

/** An argument that the schema says is a text. */
export const stringArgument = (value: Json | undefined): string =>
  typeof value === 'string' ? value : ''

/** The tools one run sees. */
export type ToolRegistry = {
  /** Another one for other tools: graphs are compiled with them. */
  key: string
  list(): ToolDefinition[]
  find(name: string): ToolDefinition | undefined
}

/** Those of a workspace, of which a graph names these. */
export type FindTools = (
  workspaceId: string,
  names: readonly string[],
) => Promise<ToolRegistry> | ToolRegistry

export function createToolRegistry(definitions: readonly ToolDefinition[], key = ''): ToolRegistry {
  const byName = new Map(definitions.map((definition) => [definition.name, definition]))
  if (byName.size < definitions.length) throw new Error('Two tools have the same name')
  return { key, list: () => [...byName.values()], find: (name) => byName.get(name) }
}
