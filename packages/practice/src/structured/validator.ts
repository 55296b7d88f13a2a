import { Validator } from '@cfworker/json-schema'
import { isObject } from '../wire/json.ts'
import type { Schema } from './schema.ts'

/**
 * Whether a value satisfies a schema. Interpreted, not compiled to code: schemas come from requests.
 * A schema nobody can read counts as satisfied.
 */
export function isValid(value: unknown, schema: Schema, root: Schema): boolean {
  try {
    return new Validator(withDefinitions(schema, root), draftOf(root), true).validate(value).valid
  } catch {
    return true
  }
}

/** A subschema's references are looked up in the whole schema, so it takes its definitions along. */
function withDefinitions(schema: Schema, root: Schema): Schema {
  if (typeof schema === 'boolean' || typeof root === 'boolean' || schema === root) return schema
  const definitions = [root['$defs'], root['definitions']]
  return {
    ...schema,
    ...(isObject(definitions[0]) ? { $defs: definitions[0] } : {}),
    ...(isObject(definitions[1]) ? { definitions: definitions[1] } : {}),
  }
}

function draftOf(root: Schema): '7' | '2020-12' {
  const dialect = typeof root === 'boolean' ? undefined : root['$schema']
  return typeof dialect === 'string' && /draft-0[467]/.test(dialect) ? '7' : '2020-12'
}
