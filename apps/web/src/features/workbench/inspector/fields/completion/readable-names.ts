import type { GraphDocument, JsonSchema, Json } from '@lathe/contract'
import { channelSchema, parseScript, readableAt, type ReadableName } from '@lathe/graph'
import type { FormScope } from '../form-scope.ts'

/** A name a text may use, with its description. The schema is empty if the type is unknown. */
export type CompletionName = { label: string; detail: string; info?: string; schema: JsonSchema }

/** Arguments of a reducer function. */
const REDUCER: CompletionName[] = [
  { label: 'current', detail: 'current value', schema: {} },
  { label: 'update', detail: 'new value', schema: {} },
]

/** Lists only names that have a value here: a channel that is written later would be empty. */
export function readableNames(document: GraphDocument, scope: FormScope): CompletionName[] {
  if (scope.channel !== undefined) return REDUCER
  if (scope.node === undefined && scope.edge === undefined) return []
  const place = scope.node === undefined ? { edge: scope.edge ?? -1 } : { node: scope.node }
  const names = readableAt(document, place)
  const isUnwritten = ({ source, writers }: ReadableName) =>
    source === 'default' && writers.length === 0
  // Names with only a default value are rarely meant, so they come last.
  const sortedNames = names.toSorted((a, b) => Number(isUnwritten(a)) - Number(isUnwritten(b)))
  return sortedNames.map((name) => ({
    label: name.name,
    detail: [name.channel?.type, describeSource(document, name)].filter(Boolean).join(' · '),
    ...(name.channel?.description && { info: name.channel.description }),
    schema: nameSchema(name, names),
  }))
}

function describeSource(document: GraphDocument, { list, source, writers }: ReadableName): string {
  if (list !== null) return `one of ${list}`
  const [first] = writers
  if (first !== undefined) {
    const otherWriters = writers.length > 1 ? ` and ${writers.length - 1} more` : ''
    return `from ${document.nodes[first]?.title ?? first}${otherWriters}`
  }
  return source === 'input' ? 'input' : source === 'error' ? 'the error' : 'has a default'
}

function nameSchema(
  { channel, list: of }: ReadableName,
  names: readonly ReadableName[],
): JsonSchema {
  if (channel) return channelSchema(channel)
  const [head, ...path] = (of !== null && parseScript(of, 'expression').path) || []
  const list = names.find(({ name }) => name === head)?.channel
  return list ? memberSchema(channelSchema(list), [...path, '0']) : {}
}

/** Returns the schema at a path, or an empty one if it is unknown. */
export function memberSchema(schema: JsonSchema, path: readonly string[]): JsonSchema {
  return path.reduce<JsonSchema>((current, key) => {
    const member = schemaMembers(current)[key]
    if (member) return member
    return /^\d+$/.test(key) ? asSchema(current['items']) : {}
  }, schema)
}

export function schemaMembers(schema: JsonSchema): Record<string, JsonSchema> {
  const properties = asSchema(schema['properties'])
  return Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [name, asSchema(value)]),
  )
}

const asSchema = (value: Json | undefined): JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
