import type { GraphDocument, Json, JsonSchema } from '@lathe/contract'
import { channelSchema, initialValue, localNames, readsOf } from '@lathe/graph'
import { without } from '../../../../lib/without.ts'

type Values = Readonly<Record<string, Json>>

/**
 * What a node reads, as a form asks for it: its channels, and the names only a fan-out's copy or an error's
 * target has. Nothing is required: a node must cope with what is not there.
 */
export function testSchema(
  document: GraphDocument,
  id: string,
  visitValues: Values | undefined,
): JsonSchema {
  const node = document.nodes[id]
  if (!node) return { type: 'object', properties: {} }
  const { uses, all } = readsOf(node)
  const channels = all ? Object.keys(document.state) : uses.map(({ channel }) => channel)
  const locals = new Set(localNames(document, id))
  const names = [...new Set([...channels, ...locals])]
  const properties = names.flatMap((name): [string, JsonSchema][] => {
    const channel = Object.hasOwn(document.state, name) ? document.state[name] : undefined
    if (channel) return [[name, without(channelSchema(channel), 'default')]]
    return locals.has(name) ? [[name, inferSchema(visitValues?.[name])]] : []
  })
  return { type: 'object', properties: Object.fromEntries(properties), required: [] }
}

/** What the fields begin with: what the node had, or else what its channels start with. */
export function firstInputs(
  { state }: GraphDocument,
  { properties }: JsonSchema,
  visitValues: Values | undefined,
  example: Values,
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

/** Of an element nobody has declared a type for. */
function inferSchema(value: Json | undefined): JsonSchema {
  if (value === undefined || value === null) return {}
  return { type: Array.isArray(value) ? 'array' : typeof value }
}
