import { Validator } from '@cfworker/json-schema'
import { ApiError } from '../api-error.ts'
import type { JsonObject } from '../wire/json.ts'
import { isObject } from '../wire/json.ts'
import type { Room } from './room.ts'
import type { Schema } from './schema.ts'

type For = { root: Schema; material: { room: Room } }

export const isValid = (value: unknown, schema: Schema, place: For): boolean =>
  validatorOf(schema, place)(value)

/**
 * Whether a value satisfies a schema. Interpreted, not compiled to code: schemas come from requests.
 * A schema nobody can read counts as satisfied.
 */
export function validatorOf(schema: Schema, { root, material }: For): (value: unknown) => boolean {
  if (typeof schema === 'boolean') return () => schema
  let validator: Validator | undefined
  return (value) => {
    try {
      validator ??= new Validator(
        prepared(withDefinitions(schema, root), material.room.look),
        draftOf(root),
        true,
        material.room.patterns.compile,
      )
      return validator.validate(value).valid
    } catch (error) {
      if (error instanceof ApiError) throw error
      return true
    }
  }
}

/** Copies a schema and counts each look at one of its subschemas. */
function prepared(schema: JsonObject, look: () => void): JsonObject {
  const own = structuredClone(schema)
  prepare(own, look)
  return own
}

/** These hold values, or subschemas by names that may be any keyword's. */
const VALUES = new Set(['const', 'default', 'enum', 'examples'])
const NAMED = new Set([
  '$defs',
  'definitions',
  'dependentSchemas',
  'patternProperties',
  'properties',
])

function prepare(node: unknown, look: () => void): void {
  if (Array.isArray(node)) for (const one of node) prepare(one, look)
  if (!isObject(node)) return
  for (const [keyword, inner] of Object.entries(node)) {
    if (VALUES.has(keyword)) continue
    const parts = NAMED.has(keyword) && isObject(inner) ? Object.values(inner) : [inner]
    for (const part of parts) prepare(part, look)
  }
  // Read of each subschema that is looked at, and none of these drafts has it.
  Reflect.defineProperty(node, '$recursiveRef', { get: look })
}

/** A subschema's references are looked up in the whole schema, so it takes its definitions along: each time a copy of them all. */
function withDefinitions(schema: JsonObject, root: Schema): JsonObject {
  if (typeof root === 'boolean' || schema === root || !refers(schema)) return schema
  const definitions = [root['$defs'], root['definitions']]
  return {
    ...schema,
    ...(isObject(definitions[0]) ? { $defs: definitions[0] } : {}),
    ...(isObject(definitions[1]) ? { definitions: definitions[1] } : {}),
  }
}

const refers = (node: unknown): boolean => {
  if (typeof node !== 'object' || node === null) return false
  return '$ref' in node || Object.values(node).some(refers)
}

function draftOf(root: Schema): '7' | '2020-12' {
  const dialect = typeof root === 'boolean' ? undefined : root['$schema']
  return typeof dialect === 'string' && /draft-0[467]/.test(dialect) ? '7' : '2020-12'
}
