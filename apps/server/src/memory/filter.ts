import type { Json, JsonObject } from '@lathe/contract'
import { isSameJson } from '@lathe/graph'

type Compare = (value: Json | undefined, wanted: Json) => boolean

const OPERATORS: Record<string, Compare> = {
  $eq: (value, wanted) => isSameJson(value, wanted),
  $ne: (value, wanted) => !isSameJson(value, wanted),
  $gt: (value, wanted) => Number(value) > Number(wanted),
  $gte: (value, wanted) => Number(value) >= Number(wanted),
  $lt: (value, wanted) => Number(value) < Number(wanted),
  $lte: (value, wanted) => Number(value) <= Number(wanted),
}

/** LangGraph's filters: each field equals its value, or stands to it as its operators say. */
export function matchesFilter(value: JsonObject, filter: JsonObject): boolean {
  return Object.entries(filter).every(([field, wanted]) => {
    const given = Object.hasOwn(value, field) ? value[field] : undefined
    const comparisons = isObject(wanted) ? Object.entries(wanted) : []
    const isComparing = comparisons.length > 0 && comparisons.every(([name]) => name in OPERATORS)
    if (!isComparing) return isSameJson(given, wanted)
    return comparisons.every(([name, to]) => OPERATORS[name]?.(given, to))
  })
}

const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
