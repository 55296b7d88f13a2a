import { patternProblem } from '@lathe/patterns'
import type { ApiError } from '../api-error.ts'
import { badRequest } from '../api-error.ts'
import type { JsonObject } from './json.ts'
import { isObject } from './json.ts'

const DEEPEST = 64

/** Refuses what OpenAI refuses in strict mode, and what no validator can read. */
export function checkSchema(schema: JsonObject, isStrict: boolean, param: string): void {
  if (isStrict && schema['type'] !== 'object') {
    throw invalidSchema(`schema must be a JSON Schema of 'type: "object"'`, [], param)
  }
  visit(schema, [], isStrict, param)
}

function visit(value: unknown, path: readonly string[], isStrict: boolean, param: string): void {
  if (path.length > DEEPEST) throw invalidSchema('nested too deeply', [], param)
  if (Array.isArray(value)) {
    value.forEach((item, index) => visit(item, [...path, String(index)], isStrict, param))
    return
  }
  if (!isObject(value)) return

  const insideNames = path.at(-1) === 'properties' || path.at(-1) === '$defs'
  if (!insideNames) {
    const { pattern, patternProperties } = value
    const names = isObject(patternProperties) ? Object.keys(patternProperties) : []
    if (typeof pattern === 'string') checkPattern(pattern, 'pattern', path, param)
    for (const name of names) checkPattern(name, 'patternProperties', path, param)
    if (isStrict) checkClosed(value, path, param)
  }
  for (const [key, child] of Object.entries(value)) {
    if (insideNames || !['const', 'enum', 'default', 'examples'].includes(key)) {
      visit(child, [...path, key], isStrict, param)
    }
  }
}

function checkClosed(schema: JsonObject, path: readonly string[], param: string): void {
  if (schema['type'] !== 'object' && !isObject(schema['properties'])) return
  if (schema['additionalProperties'] !== false) {
    throw invalidSchema(
      "'additionalProperties' is required to be supplied and to be false",
      path,
      param,
    )
  }
  const names = Object.keys(isObject(schema['properties']) ? schema['properties'] : {})
  const required: readonly unknown[] = Array.isArray(schema['required']) ? schema['required'] : []
  const missing = names.find((name) => !required.includes(name))
  if (missing !== undefined) {
    throw invalidSchema(
      `'required' is required to be supplied and to be an array including every key in properties. Missing '${missing}'`,
      path,
      param,
    )
  }
}

function checkPattern(
  pattern: string,
  keyword: 'pattern' | 'patternProperties',
  path: readonly string[],
  param: string,
): void {
  const problem = patternProblem(pattern)
  if (problem === null) return
  const excerpt = pattern.length > 80 ? `${pattern.slice(0, 80)}…` : pattern
  throw invalidSchema(`'${keyword}' cannot be used: '${excerpt}': ${problem}`, path, param)
}

function invalidSchema(reason: string, path: readonly string[], param: string): ApiError {
  return badRequest(
    `Invalid schema: In context=(${path.map((part) => `'${part}'`).join(', ')}), ${reason}.`,
    param,
    'invalid_schema',
  )
}
