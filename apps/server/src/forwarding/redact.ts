import type { Json, Redaction } from '@lathe/contract'
import { isObject, namesSecret } from '@lathe/traces'
import { SECRET_PLACEHOLDER } from 'langsmith/anonymizer'
import { RE2JS } from 're2js'
import { withoutSecrets } from './secret-rules.ts'

/** Undefined when the pattern can be used, otherwise what is wrong with it. */
export function patternProblem(pattern: string): string | undefined {
  try {
    RE2JS.compile(pattern)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Everything that leaves passes here: every text at any depth, names of fields aside. */
export function createRedact({ secrets, rules }: Redaction): <T extends Json>(value: T) => T {
  const own = rules.map(({ pattern, replacement }) => ({
    expression: RE2JS.compile(pattern),
    // A `$` in it is meant as it stands.
    replacement: RE2JS.quoteReplacement(replacement),
  }))
  if (!secrets && own.length === 0) return (value) => value
  const text = (value: string): string =>
    own.reduce(
      (left, { expression, replacement }) => expression.matcher(left).replaceAll(replacement),
      secrets ? withoutSecrets(value) : value,
    )
  // Headers come as lists, and what a secret is made of may be numbers and objects.
  const walk = (value: Json, isSecret: boolean, name?: string): Json => {
    if (typeof value === 'string') return isSecret ? SECRET_PLACEHOLDER : text(value)
    if (typeof value === 'number') return isSecret ? SECRET_PLACEHOLDER : value
    if (Array.isArray(value)) return value.map((one) => walk(one, isSecret))
    if (!isObject(value)) return value
    // Of a schema: a field's description is not the field.
    const isSchema = name === 'properties'
    const entries = Object.entries(value).map(([field, inner]): [string, Json] => {
      const isOne = secrets && namesSecret(field) && !(isSchema && isObject(inner))
      return [field, walk(inner, isSecret || isOne, field)]
    })
    return Object.fromEntries(entries)
  }
  // The cast holds: texts give way to texts, and numbers only where a name calls them secret.
  return <T extends Json>(value: T) => walk(value, false) as T
}
