import type { Value } from './schema/state.ts'
import type { Json, JsonSchema } from './schema/json.ts'

/** A piece of code with the schema of its value, or null if the schema is not known. */
export type CodeValue = {
  code: string
  schema: JsonSchema | null
  /** Whether its type is `unknown` in TypeScript. */
  isUntyped?: boolean
}

/** The parts of an exported node's function, without its return. */
export type ExportedBody = {
  isAsync?: boolean
  /** Statements before the return. */
  lines: string[]
  /** Members of the update. */
  update: string[]
  /** Declarations before the function: schemas, agents, types. */
  before?: string[]
  /** Set if the result decides the port. */
  chosen?: { by: string; ports: readonly string[] }
}

/** Writes TypeScript for the module of one exported node. */
export type ExportWriter = {
  /** Id of the node. */
  id: string
  /** Tools that models of the graph may call. */
  offeredTools: readonly string[]
  /** Imports a function of `@lathe-ai/runtime` and returns its name. */
  useRuntime: (name: string) => string
  /** Imports a tool of the project and returns its name. */
  useTool: (tool: string) => string
  /** Imports a collection of the project and returns its name. */
  useCollection: (collection: string) => string
  /** Adds the user's JavaScript to the project, imports it and returns its name. */
  useCode: (source: string, writes: readonly string[]) => string
  /** Imports the type of an update and returns the type of one channel in it. */
  useUpdateType: (channel: string) => string
  template: (text: string) => string
  /** `hint` becomes part of the name of the function, if the value needs one. */
  value: (value: Value, hint: string) => CodeValue
  /** Returns a member of the update that writes the channel, with a cast if TypeScript needs one. */
  write: (channel: string, value: CodeValue) => string
  /** Returns code that reads a channel. */
  channel: (name: string) => string
  literal: (value: Json) => string
  quote: (text: string) => string
  /** Returns a name as a key of an object literal. */
  key: (name: string) => string
  /** Returns a list in brackets, on one line if it fits. */
  list: (brackets: '{}' | '[]' | '()', items: readonly string[], before?: string) => string
}
