import type { Json, JsonObject } from '@lathe/contract'
import { isJsonObject } from '@lathe/contract/is-json-object'

/**
 * Collects attributes with a prefix into a structure: `a.0.b: 1` below `a` → `[{ b: 1 }]`.
 * Undefined if there are none.
 */
export function unflatten(attributes: JsonObject, prefix: string): Json | undefined {
  const tree: Tree = new Map()
  for (const [key, value] of Object.entries(attributes))
    if (key.startsWith(`${prefix}.`))
      insertAtPath(tree, key.slice(prefix.length + 1).split('.'), value)
  return tree.size === 0 ? undefined : toJson(tree)
}

/** Returns the attributes with a prefix, without it: `{ 'a.b': 1 }` below `a.` → `{ b: 1 }`. */
export const withPrefix = (attributes: JsonObject, prefix: string): JsonObject =>
  Object.fromEntries(
    Object.entries(attributes).flatMap(([key, value]) =>
      key.startsWith(prefix) ? [[key.slice(prefix.length), value]] : [],
    ),
  )

type Tree = Map<string, Tree | { value: Json }>

function insertAtPath(tree: Tree, path: string[], value: Json) {
  let branch = tree
  for (const [index, key] of path.entries()) {
    if (index === path.length - 1) {
      if (!branch.has(key)) branch.set(key, { value })
      return
    }
    const subtree = branch.get(key)
    const next: Tree = subtree instanceof Map ? subtree : new Map()
    branch.set(key, next)
    branch = next
  }
}

function toJson(tree: Tree): Json {
  const entries = [...tree].map(
    ([key, node]) => [key, node instanceof Map ? toJson(node) : node.value] as const,
  )
  if (entries.every(([key]) => /^\d+$/.test(key)))
    return entries.toSorted(([a], [b]) => Number(a) - Number(b)).map(([, value]) => value)
  return Object.fromEntries(entries)
}

const ENDS: Readonly<Record<string, string>> = { '[': ']', '{': '}', '"': '"' }

/** Exporters truncate long values. Parsing megabytes just to find that out takes half a second. */
function isCompleteJson(text: string): boolean {
  const trimmed = text.trim()
  const end = ENDS[trimmed.charAt(0)]
  return end !== undefined && trimmed.endsWith(end)
}

/**
 * Parses JSON text in an attribute, and returns other values unchanged. The result is shared
 * between conventions: never change it.
 */
export function parseJsonText(value: Json | undefined): Json | undefined {
  if (typeof value !== 'string') return value
  const isKept = value.length >= MIN_LENGTH && value.length <= MAX_LENGTH
  const cached = isKept ? recent.get(value) : undefined
  if (cached !== undefined) return cached
  const json = read(value)
  if (!isKept) return json
  if (recent.size === MAX_KEPT) recent.clear()
  recent.set(value, json)
  return json
}

/**
 * Caches the long attributes of about one span. Parsing a short one is as fast as looking it up.
 */
const recent = new Map<string, Json>()
const MAX_KEPT = 8
const MIN_LENGTH = 200
const MAX_LENGTH = 64 * 1_024

function read(text: string): Json {
  if (!isCompleteJson(text)) return text
  try {
    return JSON.parse(text) as Json
  } catch {
    return text
  }
}

/** Returns the first of these attributes that is set, parsed. */
export const findParsed = (attributes: JsonObject, ...keys: string[]): Json | undefined => {
  const key = keys.find(
    (candidate) => attributes[candidate] !== undefined && attributes[candidate] !== '',
  )
  return key === undefined ? undefined : parseJsonText(attributes[key])
}

/** Wraps a value that is not an object under a key. Undefined stays undefined. */
export const asObject = (value: Json | undefined, key: string): JsonObject | undefined => {
  if (value === undefined) return undefined
  return isJsonObject(value) ? value : { [key]: value }
}
