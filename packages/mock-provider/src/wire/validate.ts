import type * as z from 'zod'
import type { ApiError } from '../api-error.ts'
import { badRequest } from '../api-error.ts'

type Issue = z.core.$ZodIssue

/** Parses a body, or throws the 400 OpenAI would send, with the parameter named. */
export function validate<T>(schema: z.ZodType<T>, body: unknown): T {
  const result = schema.safeParse(body, { reportInput: true })
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw issue ? errorOfIssue(issue, []) : badRequest('Invalid request body.', 'body')
}

function errorOfIssue(issue: Issue, parents: readonly PropertyKey[]): ApiError {
  const path = [...parents, ...issue.path]
  if (issue.code === 'invalid_union') {
    const inner = closestIssue(issue.errors)
    if (inner) return errorOfIssue(inner, path)
  }
  const param = paramName(path)
  const shown = param || 'body'

  switch (issue.code) {
    case 'unrecognized_keys': {
      const key = paramName([...path, issue.keys[0] ?? ''])
      return badRequest(`Unrecognized request argument supplied: ${key}`, key)
    }
    case 'invalid_type':
      return issue.input === undefined
        ? badRequest(`Missing required parameter: '${shown}'.`, shown, 'missing_required_parameter')
        : badRequest(
            `Invalid type for '${shown}': expected ${issue.expected}, but got ${typeName(issue.input)} instead.`,
            shown,
            'invalid_type',
          )
    case 'too_small':
      return badRequest(
        `Invalid '${shown}': below the minimum of ${issue.minimum}.`,
        shown,
        `${issue.origin}_below_min`,
      )
    case 'too_big':
      return badRequest(
        `Invalid '${shown}': above the maximum of ${issue.maximum}.`,
        shown,
        `${issue.origin}_above_max`,
      )
    default:
      return badRequest(`Invalid value for '${shown}': ${issue.message}.`, shown, 'invalid_value')
  }
}

/** Of a union's branches, the one that got furthest into the value tells most. */
function closestIssue(branches: readonly (readonly Issue[])[]): Issue | undefined {
  const firsts = branches.flatMap((issues) => issues.slice(0, 1))
  return firsts.toSorted((a, b) => b.path.length - a.path.length)[0]
}

/** As OpenAI writes it: `messages[0].content`. */
function paramName(path: readonly PropertyKey[]): string {
  return path.reduce<string>((name, key) => {
    if (typeof key === 'number') return `${name}[${key}]`
    return name === '' ? String(key) : `${name}.${String(key)}`
  }, '')
}

function typeName(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}
