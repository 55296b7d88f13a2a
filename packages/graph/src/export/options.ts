import type { CalledAgents, JsonSchema, PromptMessage, ToolConfig } from '@lathe/contract'

import type { ExportedCollection } from './collections/options.ts'

export type ExportedFile = {
  /** From the project's root, with `/`. */
  path: string
  /** The content, or its base64. */
  text: string
  encoding?: 'base64' | undefined
}

export type ToolDescription = {
  name: string
  description: string
  schema: JsonSchema
  /** How a tool of the workspace works. */
  config?: ToolConfig | undefined
}

export type PromptRef = {
  name: string
  label?: string | undefined
  version?: number | undefined
}

export type ExportOptions = {
  name: string
  slug: string
  /** The agents that the graph calls, directly or not. */
  calledAgents?: CalledAgents
  /** The tools the graph may use. */
  tools: readonly ToolDescription[]
  /** The collections that the graph searches. */
  collections?: readonly ExportedCollection[]
  /** Returns a prompt of the registry, whose text becomes part of the code. */
  promptOf?: (ref: PromptRef) => readonly PromptMessage[] | undefined
}
