import { fieldOf } from './field.ts'
import type { Fill, Place } from './fill.ts'
import type { Filled } from './material.ts'
import type { Schema } from './schema.ts'
import { asSchema, lookUp, numberAt, propertiesOf, requiredOf, resolve } from './schema.ts'
import type { JsonObject } from '../wire/json.ts'
import { isObject } from '../wire/json.ts'

const DEEP = 5

export function fillObject(schema: JsonObject, place: Place, fill: Fill): Filled {
  const properties = propertiesOf(schema)
  const known = new Map(properties)
  const required = withDependents(schema, requiredOf(schema))
  const value: { [name: string]: unknown } = {}
  let isFound = false

  for (const name of new Set([...known.keys(), ...required])) {
    const filled = fill(
      known.get(name) ?? extraSchema(schema, name, place),
      inside(place, name, known.get(name)),
    )
    const isWanted =
      required.includes(name) || (filled.isFound && place.depth < DEEP && !place.isMinimal)
    if (!isWanted || name === '__proto__') continue
    value[name] = filled.value
    isFound ||= filled.isFound
  }

  for (const name of withDependents(schema, Object.keys(value))) {
    if (!(name in value))
      value[name] = fill(
        known.get(name) ?? extraSchema(schema, name, place),
        inside(place, name, known.get(name)),
      ).value
  }
  drop(value, required, numberAt(schema, 'maxProperties') ?? Infinity)
  addUntil(value, schema, numberAt(schema, 'minProperties') ?? 0, place, fill)
  return { value, isFound }
}

function inside(place: Place, name: string, property: Schema | undefined): Place {
  const resolved = property === undefined ? undefined : resolve(property, place.root)
  return {
    ...place,
    depth: place.depth + 1,
    field: fieldOf(name, typeof resolved === 'object' ? resolved : undefined),
  }
}

/** `required` and, in turn, what `dependentRequired` asks for beside it. */
function withDependents(schema: JsonObject, names: readonly string[]): string[] {
  const dependents = schema['dependentRequired']
  if (!isObject(dependents)) return [...names]
  const all = new Set(names)
  for (const name of all) {
    const more = dependents[name]
    if (Array.isArray(more)) more.forEach((other) => all.add(String(other)))
  }
  return [...all]
}

/** The schema of a property that is not listed: by its name's pattern, else by what extra ones must be. */
function extraSchema(schema: JsonObject, name: string, { material }: Place): Schema {
  const patterns = isObject(schema['patternProperties']) ? schema['patternProperties'] : {}
  const pattern = Object.keys(patterns).find((candidate) =>
    material.room.patterns.compile(candidate).test(name),
  )
  if (pattern !== undefined) return asSchema(patterns[pattern])
  return asSchema(schema['additionalProperties'] ?? true)
}

function drop(value: { [name: string]: unknown }, required: readonly string[], most: number): void {
  const names = Object.keys(value)
  const kept = new Set(required)
  const spare = names.filter((name) => !kept.has(name)).toReversed()
  for (const name of spare.slice(0, Math.max(0, names.length - most))) delete value[name]
}

function addUntil(
  value: { [name: string]: unknown },
  schema: JsonObject,
  least: number,
  place: Place,
  fill: Fill,
): void {
  let missing = least - Object.keys(value).length
  for (const [name, property] of propertiesOf(schema)) {
    if (missing <= 0) return
    if (name in value) continue
    value[name] = fill(property, inside(place, name, property)).value
    missing -= 1
  }
  for (let index = 1; missing > 0 && index <= least; index += 1) {
    const name = `extra_${index}`
    if (name in value) continue
    value[name] = fill(extraSchema(schema, name, place), inside(place, name, undefined)).value
    missing -= 1
  }
}

/** By how many levels may still be looked at. */
type KnownDepths = Map<JsonObject, Map<number, number>>

/** How many levels an answer needs at least, so that recursion can be left by the shortest way. */
export function depthNeeded(
  schema: Schema,
  root: Schema,
  budget = 8,
  known: KnownDepths = new Map(),
): number {
  if (typeof schema === 'boolean') return 0
  if (budget === 0) return Infinity
  const depths = known.get(schema) ?? new Map<number, number>()
  known.set(schema, depths)
  const depth =
    depths.get(budget) ??
    depthBelow(schema, (inner) => depthNeeded(inner, root, budget - 1, known), root)
  depths.set(budget, depth)
  return depth
}

function depthBelow(schema: JsonObject, depthOf: (inner: Schema) => number, root: Schema): number {
  const reference = schema['$ref']
  if (typeof reference === 'string') return depthOf(lookUp(root, reference) ?? true)
  const branches = [schema['anyOf'], schema['oneOf']].filter((list) => Array.isArray(list)).flat()
  if (branches.length > 0) return Math.min(...branches.map((branch) => depthOf(asSchema(branch))))
  const required = requiredOf(schema)
  const inner = propertiesOf(schema)
    .filter(([name]) => required.includes(name))
    .map(([, property]) => 1 + depthOf(property))
  if ((numberAt(schema, 'minItems') ?? 0) > 0)
    inner.push(1 + depthOf(asSchema(schema['items'] ?? true)))
  return Math.max(0, ...inner)
}
