import { type ValidationResult, Validator } from '@cfworker/json-schema'
import type { Json, JsonSchema } from '@lathe/contract'
import { createPatternMeter, patternProblem } from '@lathe/patterns'

export type JsonIssue = {
  /** Dotted path into the value; empty for the whole value. */
  path: string
  message: string
}

/** Keywords that only report that a subschema failed. */
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

/** Limit of subschema visits per value: references can double the visits with every level. */
const MAX_VISITS = 2_000_000
/** Limit for a second pass that collects all issues instead of the first. */
const MAX_DETAIL_VISITS = 200_000

class TooMany extends Error {}

type BoundedValidate = (value: Json, maxVisits: number) => ValidationResult

const validators = new WeakMap<
  JsonSchema,
  { firstOnly: BoundedValidate; complete: BoundedValidate }
>()

/**
 * Validates a value by interpreting the schema. No code is generated, so untrusted schemas are
 * safe.
 */
export function validateJson(schema: JsonSchema, value: Json): JsonIssue[] {
  try {
    const { firstOnly, complete } = cachedValidators(schema)
    const { valid, errors: found } = firstOnly(value, MAX_VISITS)
    if (valid) return []
    const errors = withinLimits(() => complete(value, MAX_DETAIL_VISITS).errors) ?? found
    const specificErrors = errors.filter(({ keyword }) => !WRAPPERS.has(keyword))
    return (specificErrors.length > 0 ? specificErrors : errors).map(
      ({ instanceLocation, keyword, error }) => ({
        path: dottedPath(instanceLocation),
        message: keyword === 'false' ? 'Unexpected value' : describeError(error),
      }),
    )
  } catch (error) {
    return [{ path: '', message: `The schema cannot be used: ${describeFailure(error)}` }]
  }
}

function describeFailure(error: unknown): string {
  if (error instanceof TooMany) return 'validating this value would take too long'
  return error instanceof RangeError ? 'it refers to itself endlessly' : String(error)
}

/** Returns undefined if the work would take too long. */
function withinLimits<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    if (error instanceof TooMany || error instanceof RangeError) return undefined
    throw error
  }
}

/** Preparing a schema modifies it, so it is copied. */
function cachedValidators(schema: JsonSchema): {
  firstOnly: BoundedValidate
  complete: BoundedValidate
} {
  const cached = validators.get(schema)
  if (cached) return cached
  let visitsLeft = Infinity
  const copy = structuredClone(schema)
  const patterns = createPatternMeter(() => new TooMany())
  prepare(copy, () => {
    visitsLeft -= 1
    if (visitsLeft < 0) throw new TooMany()
  })
  const createValidate = (stopsAtFirst: boolean): BoundedValidate => {
    const validator = new Validator(copy, '2020-12', stopsAtFirst, patterns.compile)
    return (value, maxVisits) => {
      visitsLeft = maxVisits
      patterns.refill()
      return validator.validate(value)
    }
  }
  const created = { firstOnly: createValidate(true), complete: createValidate(false) }
  validators.set(schema, created)
  return created
}

/** These hold plain values, or subschemas under arbitrary names. */
const VALUES = new Set(['const', 'default', 'enum', 'examples'])
const NAMED = new Set([
  '$defs',
  'definitions',
  'dependentSchemas',
  'patternProperties',
  'properties',
])

/** Rejects patterns that cannot be evaluated in linear time, and counts visits of a subschema. */
function prepare(node: unknown, onVisit: () => void): void {
  if (typeof node !== 'object' || node === null) return
  for (const [keyword, inner] of Object.entries(node)) {
    if (VALUES.has(keyword)) continue
    const parts: unknown[] = NAMED.has(keyword) ? Object.values(Object(inner)) : [inner]
    for (const part of parts) prepare(part, onVisit)
  }
  const names = Object.keys(Object(Reflect.get(node, 'patternProperties')))
  for (const pattern of [Reflect.get(node, 'pattern'), ...names]) {
    const problem = typeof pattern === 'string' ? patternProblem(pattern) : null
    if (problem !== null) throw new Error(`\`${pattern}\`: ${problem}`)
  }
  // The validator reads this keyword for each subschema it visits, and no supported draft defines
  // it.
  Reflect.defineProperty(node, '$recursiveRef', { get: onVisit })
}

function dottedPath(pointer: string): string {
  const parts = pointer.replace(/^#\/?/, '').split('/')
  return parts
    .map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.')
}

function describeError(error: string): string {
  return error
    .replace(/^Instance type "(.+?)" is invalid\. Expected "(.+)"\.$/, 'expected $2, got $1')
    .replace(/^Instance does not have required property "(.+?)"\.$/, '`$1` is missing')
    .replace(/^Instance does not match any of (.+)\.$/, 'expected one of $1')
}

/** Formats issues on one line: `questions.0: expected string, got number`. */
export function describeIssues(issues: readonly JsonIssue[]): string {
  return issues
    .slice(0, 5)
    .map(({ path, message }) => (path ? `${path}: ${message}` : message))
    .join('; ')
}

/**
 * Returns null for a value that matches the schema, and otherwise a sentence that lists the issues.
 */
export function validateSchema(schema: JsonSchema, value: unknown): string | null {
  // The cast holds: answers, arguments and forms are parsed JSON.
  const issues = validateJson(schema, value as Json)
  return issues.length === 0 ? null : describeIssues(issues)
}
