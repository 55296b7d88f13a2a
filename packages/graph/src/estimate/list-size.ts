import type { GraphDocument, GraphEdge, JsonSchema } from '@lathe/contract'
import { fieldsOfType, fieldValue } from '@lathe/nodes'
import { schemaAt } from '../check/writes.ts'
import { nodeWrites } from '../kinds/channel-uses.ts'
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
    for (const { channel: written, field } of nodeWrites(node)) {
      // Texts and messages of a model are not lists.
      if (written !== name || field.startsWith('output')) continue
      const [answer] = fieldsOfType(node, 'answer').map((answerField) =>
        fieldValue(node, answerField),
      )
      const path = field.startsWith('answer.') ? answer?.writes[name] : undefined
      const schema = answer && path !== undefined ? schemaAt(answer.schema, path) : undefined
      if (!schema) return []
      found.push(schema)
    }
  }
  return found
}

function readNumber(schema: JsonSchema, key: string): number | undefined {
  const value = schema[key]
  return typeof value === 'number' ? value : undefined
}
