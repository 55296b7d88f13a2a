import type * as z from 'zod'
import { type ApiError, badRequest } from '../errors.ts'

type Issue = z.core.$ZodIssue

/** Parses a body. Throws OpenAI's 400, which names the parameter. */
export function validate<T>(schema: z.ZodType<T>, body: unknown): T {
  const result = schema.safeParse(body, { reportInput: true })
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw issue ? issueError(issue, []) : badRequest('Invalid request body.', 'body')
}

function issueError(issue: Issue, parents: readonly PropertyKey[]): ApiError {
  const path = [...parents, ...issue.path]
  if (issue.code === 'invalid_union') {
    // The branch that got furthest into the value explains most.
    const firsts = issue.errors.flatMap((issues) => issues.slice(0, 1))
    const [inner] = firsts.toSorted((a, b) => b.path.length - a.path.length)
    if (inner) return issueError(inner, path)
  }
  const param = paramName(path) || 'body'
  switch (issue.code) {
    case 'unrecognized_keys': {
      const key = paramName([...path, issue.keys[0] ?? ''])
      return badRequest(`Unrecognized request argument supplied: ${key}`, key)
    }
    case 'invalid_type': {
      if (issue.input === undefined) {
        const message = `Missing required parameter: '${param}'.`
        return badRequest(message, param, 'missing_required_parameter')
      }
      const message = `Invalid type for '${param}': expected ${issue.expected}, but got ${typeName(issue.input)} instead.`
      return badRequest(message, param, 'invalid_type')
    }
    case 'too_small': {
      const message = `Invalid '${param}': below the minimum of ${issue.minimum}.`
      return badRequest(message, param, `${issue.origin}_below_min`)
    }
    case 'too_big': {
      const message = `Invalid '${param}': above the maximum of ${issue.maximum}.`
      return badRequest(message, param, `${issue.origin}_above_max`)
    }
    default:
      return badRequest(`Invalid value for '${param}': ${issue.message}.`, param, 'invalid_value')
  }
}

/** Writes a path like OpenAI: `messages[0].content`. */
const paramName = (path: readonly PropertyKey[]): string =>
  path.reduce<string>((name, key) => {
    if (typeof key === 'number') return `${name}[${key}]`
    return name === '' ? String(key) : `${name}.${String(key)}`
  }, '')

function typeName(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}
