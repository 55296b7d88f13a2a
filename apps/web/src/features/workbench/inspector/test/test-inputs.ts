import type { GraphDocument, Json, JsonSchema } from '@lathe/contract'
import { channelSchema, initialValue, localNames, nodeReads } from '@lathe/graph'
import { omitKeys } from '../../../../lib/values/omit-keys.ts'

type InputValues = Readonly<Record<string, Json>>

/**
 * Returns the form schema of a node's inputs: its channels, and names that only a fan-out copy or
 * an error handler has. All fields are optional, because nodes must handle missing values.
 */
export function testSchema(
  document: GraphDocument,
  id: string,
  visitValues: InputValues | undefined,
): JsonSchema {
  const node = document.nodes[id]
  if (!node) return { type: 'object', properties: {} }
  const { uses, all } = nodeReads(node)
  const channels = all ? Object.keys(document.state) : uses.map(({ channel }) => channel)
  const locals = new Set(localNames(document, id))
  const names = [...new Set([...channels, ...locals])]
  const properties = names.flatMap((name): [string, JsonSchema][] => {
    const channel = Object.hasOwn(document.state, name) ? document.state[name] : undefined
    if (channel) return [[name, omitKeys(channelSchema(channel), 'default')]]
    return locals.has(name) ? [[name, inferSchema(visitValues?.[name])]] : []
  })
  return { type: 'object', properties: Object.fromEntries(properties), required: [] }
}

/** Returns the initial values of a test: those of the visit, or else the channel defaults. */
export function firstInputs(
  { state }: GraphDocument,
  { properties }: JsonSchema,
  visitValues: InputValues | undefined,
  example: InputValues,
): Record<string, Json> {
  const names = Object.keys(properties ?? {})
  const values = names.flatMap((name): [string, Json][] => {
    const channel = state[name]
    const first = channel && initialValue(channel)
    const value = visitValues ? visitValues[name] : (example[name] ?? first)
    return value === undefined || value === null ? [] : [[name, value]]
  })
  return Object.fromEntries(values)
}

/** Infers the schema of an element without a declared type. */
function inferSchema(value: Json | undefined): JsonSchema {
  if (value === undefined || value === null) return {}
  return { type: Array.isArray(value) ? 'array' : typeof value }
}
