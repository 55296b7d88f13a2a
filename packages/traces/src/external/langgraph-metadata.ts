import type { Json, JsonObject } from '@lathe/contract'
import { firstText, nonEmptyText } from './fields.ts'

/**
 * Returns a span's position in a graph, from the metadata that LangGraph adds to every trace
 * format.
 */
export const graphLocation = (metadata: JsonObject) => ({
  node: nodePath(metadata),
  superstep: wholeNumber(metadata['langgraph_step']),
  /** The span covers a whole graph, not one of its nodes. */
  isGraph: metadata['ls_integration'] === 'langgraph' && !metadata['langgraph_node'],
})

/** `research:<uuid>|search:<uuid>` → `research/search` */
function nodePath(metadata: JsonObject): string | undefined {
  const node = nonEmptyText(metadata['langgraph_node'])
  const namespace = firstText(metadata['langgraph_checkpoint_ns'], metadata['checkpoint_ns'])
  const path = namespace?.split('|').map((segment) => segment.split(':')[0])
  return node !== undefined && path?.at(-1) === node ? path.join('/') : node
}

/** Some exporters send strings only. */
function wholeNumber(value: Json | undefined) {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined
}
