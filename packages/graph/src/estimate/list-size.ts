import type { GraphDocument, GraphEdge, JsonSchema } from '@lathe/contract'
import { schemaAt } from '../check/writes.ts'
import type { Range } from './amount.ts'

/** Assumed length of a list without a schema. */
const ASSUMED_LENGTH = 3

/** Returns how many copies a fan-out creates. */
export function fanOutSize(document: GraphDocument, each: NonNullable<GraphEdge['each']>): Range {
  const lists = writtenSchemas(document, each.of.trim())
  const minItems = Math.min(...lists.map((schema) => readNumber(schema, 'minItems') ?? 0))
  const maxItems = Math.max(...lists.map((schema) => readNumber(schema, 'maxItems') ?? Infinity))
  const isDescribed = lists.length > 0
  const max = Math.min(each.max ?? Infinity, isDescribed ? maxItems : Infinity)
  const min = isDescribed ? Math.min(minItems, max) : 0
  return { min, typical: Math.max(min, Math.min(ASSUMED_LENGTH, max)), max }
}

/** Returns the schemas of all writes to a channel; empty if one is unknown. */
function writtenSchemas({ nodes, state, input }: GraphDocument, name: string): JsonSchema[] {
  const channel = Object.hasOwn(state, name) ? state[name] : undefined
  if (!channel || channel.reducer !== undefined || input.includes(name)) return []
  const found: JsonSchema[] = []
  for (const node of Object.values(nodes)) {
    if (node.kind === 'set' && Object.hasOwn(node.values, name)) return []
    if (node.kind === 'code' && node.writes.includes(name)) return []
    if ('writes' in node && node.writes === name) return []
    if (node.kind === 'ask' && node.writes && Object.hasOwn(node.writes, name)) return []
    if (node.kind === 'agent-call' && Object.hasOwn(node.output, name)) return []
    if (node.kind !== 'model' && node.kind !== 'agent') continue
    const path = node.answer?.writes[name]
    const schema = path === undefined ? undefined : schemaAt(node.answer?.schema ?? {}, path)
    if (path !== undefined && !schema) return []
    if (schema) found.push(schema)
  }
  return found
}

function readNumber(schema: JsonSchema, key: string): number | undefined {
  const value = schema[key]
  return typeof value === 'number' ? value : undefined
}
