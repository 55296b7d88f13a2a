import type { Json, JsonObject } from '@lathe/contract'
import { foldText, JsonObject as JsonObjectSchema } from '@lathe/contract'
import { isSameJson } from '@lathe/graph'
import * as z from 'zod'
import type { Assistant } from './assistants.ts'

export const AssistantFilter = z.object({
  graph_id: z.string().nullish(),
  name: z.string().nullish(),
  metadata: JsonObjectSchema.nullish(),
})
export type AssistantFilter = z.infer<typeof AssistantFilter>

const SORTS = ['assistant_id', 'graph_id', 'name', 'created_at', 'updated_at'] as const

export const AssistantSearch = AssistantFilter.extend({
  limit: z.int().min(1).max(1_000).nullish(),
  offset: z.int().nonnegative().nullish(),
  sort_by: z.enum(SORTS).nullish(),
  sort_order: z.enum(['asc', 'desc']).nullish(),
  select: z.array(z.string()).nullish(),
})
export type AssistantSearch = z.infer<typeof AssistantSearch>

/** The same as query parameters, without metadata. */
export const AssistantQuery = AssistantSearch.pick({
  graph_id: true,
  name: true,
  sort_by: true,
  sort_order: true,
}).extend({
  limit: z.coerce.number().int().min(1).max(1_000).default(10),
  offset: z.coerce.number().int().nonnegative().default(0),
})

export const matchesSearch =
  ({ graph_id: graphId, name, metadata }: AssistantFilter) =>
  (assistant: Assistant): boolean =>
    (graphId == null || assistant.graph_id === graphId || assistant.assistant_id === graphId) &&
    (name == null || foldText(assistant.name).includes(foldText(name))) &&
    containsAll(assistant.metadata, metadata ?? {})

/** Sorted newest first by default. */
export function sortAssistants({ sort_by: field, sort_order: order }: AssistantSearch) {
  const key = field ?? 'created_at'
  const direction = (order ?? 'desc') === 'asc' ? 1 : -1
  return (a: Assistant, b: Assistant): number =>
    a[key] === b[key] ? 0 : a[key] < b[key] ? -direction : direction
}

/** Implements LangGraph's metadata filter: every requested entry must be present. */
export function containsAll(metadata: JsonObject, filter: JsonObject): boolean {
  return Object.entries(filter).every(([key, value]) => isEqual(metadata[key], value))
}

function isEqual(a: Json | undefined, b: Json): boolean {
  if (typeof a !== 'object' || a === null || typeof b !== 'object' || b === null) return a === b
  if (Array.isArray(b)) return isSameJson(a, b)
  return !Array.isArray(a) && containsAll(a, b)
}

/** Returns the selected fields, or all without a selection. */
export function selectFields<T extends object>(
  item: T,
  select: readonly string[] | null | undefined,
) {
  if (select == null) return item
  return Object.fromEntries(Object.entries(item).filter(([key]) => select.includes(key)))
}
