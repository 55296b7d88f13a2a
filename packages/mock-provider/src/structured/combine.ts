import { rankLabels } from './meanings.ts'
import type { JsonObject } from '../wire/json.ts'
import { isObject } from '../wire/json.ts'
import type { Fill, Place } from './fill.ts'
import type { Filled } from './material.ts'
import { depthNeeded } from './object.ts'
import type { Schema } from './schema.ts'
import { asSchema, merge, propertiesOf, resolve, schemaList, typesOf } from './schema.ts'
import { isValid } from './validator.ts'

const COMBINING = ['allOf', 'anyOf', 'oneOf', 'if', 'not']

export function isCombined(schema: JsonObject): boolean {
  return COMBINING.some((key) => key in schema)
}

/** `allOf` is merged; of `anyOf` and `oneOf` the likeliest branch that gives a valid value is taken. */
export function fillCombined(schema: JsonObject, place: Place, fill: Fill): Filled {
  const attempts = alternativesOf(schema, place).map(
    (alternative) => () => fill(alternative, place),
  )
  const isNullAllowed = isValid(null, schema, place)
  const isDeep = place.depth > 5
  if (isNullAllowed && (place.isMinimal || isDeep)) return { value: null, isFound: false }

  let fallback: Filled | undefined
  for (const attempt of attempts) {
    const filled = attempt()
    if (!isValid(filled.value, schema, place)) continue
    if (filled.isFound || !isNullAllowed) return filled
    fallback ??= filled
  }
  if (isNullAllowed) return { value: null, isFound: false }
  return fallback ?? attempts[0]?.() ?? { value: null, isFound: false }
}

/** The schema without combinations, once for each way to satisfy them, likeliest first. */
function alternativesOf(schema: JsonObject, place: Place): Schema[] {
  const { allOf, anyOf, oneOf, if: condition, then, else: otherwise, not, ...base } = schema
  const parts = schemaList(allOf)
  place.material.room.take(parts.length)
  const all = parts.map((part) => resolve(part, place.root))
  if (all.includes(false)) return [false]
  const merged = merge([...all.filter(isObject), base])

  const lists = [schemaList(anyOf), schemaList(oneOf)].filter((list) => list.length > 0)
  const branched = lists.reduce<JsonObject[]>(
    (partials, list) =>
      partials.flatMap((partial) => {
        place.material.room.take(list.length)
        return preferred(list, place).map((branch) => join(partial, branch))
      }),
    [merged],
  )
  const conditional =
    condition === undefined
      ? branched
      : branched.flatMap((partial) => [
          join(join(partial, asSchema(condition)), asSchema(then ?? true)),
          join(partial, asSchema(otherwise ?? true)),
        ])
  return not === undefined ? conditional : conditional.flatMap((partial) => avoiding(partial, not))
}

function join(base: JsonObject, branch: Schema): JsonObject {
  return isObject(branch) ? merge([base, branch]) : base
}

/** Something else than what is forbidden is most easily something of another type. */
function avoiding(schema: JsonObject, forbidden: unknown): JsonObject[] {
  const excluded = isObject(forbidden) && 'type' in forbidden ? typesOf(forbidden) : []
  const others = (['string', 'integer', 'boolean', 'array', 'object', 'null'] as const).filter(
    (type) => !excluded.includes(type) && (!('type' in schema) || typesOf(schema).includes(type)),
  )
  return [...('type' in schema ? [schema] : []), ...others.map((type) => ({ ...schema, type }))]
}

function preferred(branches: readonly Schema[], place: Place): Schema[] {
  const resolved = branches
    .map((branch) => resolve(branch, place.root))
    .filter((branch) => branch !== false)
  if (place.depth > 5) {
    const depths = new Map(resolved.map((branch) => [branch, depthNeeded(branch, place.root)]))
    return resolved.toSorted((a, b) => (depths.get(a) ?? 0) - (depths.get(b) ?? 0))
  }
  const labels = resolved.map(labelOf)
  const ranked = rankLabels(labels, place.material.text, place.material.instructions)
  const scoreOf = (branch: Schema) =>
    ranked.find(({ label }) => label === labelOf(branch))?.score ?? 0
  const isNull = (branch: Schema) => typeof branch === 'object' && branch['type'] === 'null'
  return resolved.toSorted(
    (a, b) => Number(isNull(a)) - Number(isNull(b)) || scoreOf(b) - scoreOf(a),
  )
}

/** What tells a branch apart: its title and the constants it insists on. */
function labelOf(branch: Schema): string {
  if (typeof branch === 'boolean') return ''
  const constants = propertiesOf(branch).flatMap(([, property]) =>
    isObject(property) && typeof property['const'] === 'string' ? [property['const']] : [],
  )
  const title = typeof branch['title'] === 'string' ? branch['title'] : ''
  return [title, ...constants].join(' ').trim()
}
