import { type ApiError, badRequest } from '../errors.ts'
import { isObject, type JsonObject } from '../wire/json.ts'
import { patternProblem } from './patterns.ts'

const MAX_DEPTH = 64
/** Keywords with values instead of subschemas. */
const VALUES = ['const', 'enum', 'default', 'examples']

/** Throws a 400 for a schema that OpenAI refuses in strict mode, or that no validator can read. */
export function checkSchema(schema: JsonObject, isStrict: boolean, param: string): void {
  if (isStrict && schema['type'] !== 'object') {
    throw invalidSchema(`schema must be a JSON Schema of 'type: "object"'`, [], param)
  }
  visit(schema, [], isStrict, param)
}

function visit(value: unknown, path: readonly string[], isStrict: boolean, param: string): void {
  if (path.length > MAX_DEPTH) throw invalidSchema('nested too deeply', [], param)
  const isList = Array.isArray(value)
  if (!isList && !isObject(value)) return
  const isNamed = ['properties', '$defs'].includes(path.at(-1) ?? '')
  if (!isList && !isNamed) {
    checkPatterns(value, path, param)
    if (isStrict) checkClosed(value, path, param)
  }
  for (const [key, child] of Object.entries(value)) {
    if (isList || isNamed || !VALUES.includes(key)) visit(child, [...path, key], isStrict, param)
  }
}

function checkClosed(schema: JsonObject, path: readonly string[], param: string): void {
  const { type, properties, required, additionalProperties } = schema
  if (type !== 'object' && !isObject(properties)) return
  if (additionalProperties !== false) {
    const reason = "'additionalProperties' is required to be supplied and to be false"
    throw invalidSchema(reason, path, param)
  }
  const listed: readonly unknown[] = Array.isArray(required) ? required : []
  const names = Object.keys(isObject(properties) ? properties : {})
  const missing = names.find((name) => !listed.includes(name))
  if (missing !== undefined) {
    throw invalidSchema(
      `'required' is required to be supplied and to be an array including every key in properties. Missing '${missing}'`,
      path,
      param,
    )
  }
}

function checkPatterns(schema: JsonObject, path: readonly string[], param: string): void {
  const { pattern, patternProperties, format } = schema
  // A format decides the text by itself. Schemas written by zod repeat it as a pattern with lookaheads.
  const hasPattern = typeof pattern === 'string' && typeof format !== 'string'
  const patterns = [
    ...(hasPattern ? [['pattern', pattern] as const] : []),
    ...Object.keys(isObject(patternProperties) ? patternProperties : {}).map(
      (name) => ['patternProperties', name] as const,
    ),
  ]
  for (const [keyword, source] of patterns) {
    const problem = patternProblem(source)
    if (problem === undefined) continue
    const excerpt = source.length > 80 ? `${source.slice(0, 80)}…` : source
    throw invalidSchema(`'${keyword}' cannot be used: '${excerpt}': ${problem}`, path, param)
  }
}

const invalidSchema = (reason: string, path: readonly string[], param: string): ApiError =>
  badRequest(
    `Invalid schema: In context=(${path.map((part) => `'${part}'`).join(', ')}), ${reason}.`,
    param,
    'invalid_schema',
  )
