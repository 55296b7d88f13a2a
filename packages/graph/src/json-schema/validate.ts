import { Validator } from '@cfworker/json-schema'
import type { Json, JsonSchema } from '@lathe/contract'

export type JsonIssue = {
  /** Dotted path into the value; empty for the whole of it. */
  path: string
  message: string
}

/** Keywords that only say that something beneath them failed. */
const WRAPPERS = new Set([
  '$ref',
  'allOf',
  'additionalProperties',
  'dependentSchemas',
  'else',
  'items',
  'patternProperties',
  'prefixItems',
  'properties',
  'then',
])

const validators = new WeakMap<JsonSchema, Validator>()

/** Interprets the schema: nothing is generated from it, so a foreign one is safe to use. */
export function validateJson(schema: JsonSchema, value: Json): JsonIssue[] {
  try {
    const { valid, errors } = validatorOf(schema).validate(value)
    if (valid) return []
    const leaves = errors.filter(({ keyword }) => !WRAPPERS.has(keyword))
    return (leaves.length > 0 ? leaves : errors).map(({ instanceLocation, keyword, error }) => ({
      path: pathOf(instanceLocation),
      message: keyword === 'false' ? 'This is not expected here' : inWords(error),
    }))
  } catch (error) {
    const reason = error instanceof RangeError ? 'it refers to itself without end' : String(error)
    return [{ path: '', message: `The schema cannot be used: ${reason}` }]
  }
}

/** Preparing a schema writes into it, so it gets its own copy. */
function validatorOf(schema: JsonSchema): Validator {
  const known = validators.get(schema)
  if (known) return known
  const validator = new Validator(structuredClone(schema), '2020-12', false)
  validators.set(schema, validator)
  return validator
}

function pathOf(pointer: string): string {
  const parts = pointer.replace(/^#\/?/, '').split('/')
  return parts
    .map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.')
}

function inWords(error: string): string {
  return error
    .replace(/^Instance type "(.+?)" is invalid\. Expected "(.+)"\.$/, 'expected $2, got $1')
    .replace(/^Instance does not have required property "(.+?)"\.$/, '`$1` is missing')
    .replace(/^Instance does not match any of (.+)\.$/, 'expected one of $1')
}

/** One line for people and models: `questions.0: expected string, got number`. */
export function describeIssues(issues: readonly JsonIssue[]): string {
  return issues
    .slice(0, 5)
    .map(({ path, message }) => (path ? `${path}: ${message}` : message))
    .join('; ')
}
