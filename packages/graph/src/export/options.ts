import type { Callees, JsonSchema, PromptMessage, ToolConfig } from '@lathe/contract'

import type { ExportedCollection } from './collections/options.ts'

export type ExportedFile = {
  /** From the project's root, with `/`. */
  path: string
  text: string
}

export type ToolDescription = {
  name: string
  description: string
  schema: JsonSchema
  /** How a tool works that does not come with Lathe. */
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
  /** What the graph calls, and what that calls. */
  callees?: Callees
  /** The tools the graph may use, as models are told of them. */
  tools: readonly ToolDescription[]
  /** The collections that the graph searches. */
  collections?: readonly ExportedCollection[]
  /** Prompts of the registry the graph refers to; their text is written into the code. */
  promptOf?: (ref: PromptRef) => readonly PromptMessage[] | undefined
}
