import type { Effect, GraphDocument, JsonSchema, Problem } from '@lathe/contract'

/** What a document may refer to outside itself. */
export type CheckEnvironment = {
  tools: readonly { name: string; schema: JsonSchema; effect: Effect }[]
  connections: readonly { name: string }[]
  agents: readonly { slug: string; versions: readonly number[] }[]
  prompts: readonly { name: string; labels: readonly string[]; versions: readonly number[] }[]
}

/** Every error of a document, in the order of its nodes. Nothing in it is executed. */
export function checkDocument(_document: GraphDocument, _environment: CheckEnvironment): Problem[] {
  return []
}
