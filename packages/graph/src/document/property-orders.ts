import { definedKeys, isJsonObject, isSameJson } from './same-json.ts'

/**
 * Collects `properties` whose keys are not in alphabetical order, because a model answers in the
 * order of its schema.
 */
export function propertyOrders(
  value: unknown,
  path: readonly string[] = [],
): [path: string, names: string[]][] {
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => propertyOrders(item, [...path, String(index)]))
  }
  if (!isJsonObject(value)) return []
  const names = definedKeys(value)
  const sorted = names.toSorted((a, b) => (a < b ? -1 : 1))
  const nestedOrders = sorted.flatMap((name) => propertyOrders(value[name], [...path, name]))
  const isOwn = path.at(-1) === 'properties' && names.some((name, index) => name !== sorted[index])
  return isOwn ? [[path.join('.'), names], ...nestedOrders] : nestedOrders
}

/**
 * Compares as JSON, including the order of schema properties; `path` is the location of both
 * values.
 */
export const isSameIncludingOrder = (
  a: unknown,
  b: unknown,
  path: readonly string[] = [],
): boolean => isSameJson(a, b) && isSameJson(propertyOrders(a, path), propertyOrders(b, path))
