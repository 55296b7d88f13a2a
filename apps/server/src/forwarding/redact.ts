import type { Json, Redaction } from '@lathe/contract'
import { createAnonymizer, DEFAULT_SECRET_RULES, SECRET_PLACEHOLDER } from 'langsmith/anonymizer'
import { RE2JS } from 're2js'

const SECRET_NAME =
  /(^|[._-])(api[_-]?key|authorization|cookie|password|passwd|secret|(access|auth|refresh|id)[_-]?token)$/i

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
    replacement: replacement.replaceAll(/[\\$]/g, '\\$&'),
  }))
  if (!secrets && own.length === 0) return (value) => value
  return createAnonymizer(
    (text, path = '') => {
      if (secrets && SECRET_NAME.test(path)) return SECRET_PLACEHOLDER
      const known = secrets ? withoutSecrets(text) : text
      return own.reduce(
        (left, { expression, replacement }) => expression.matcher(left).replaceAll(replacement),
        known,
      )
    },
    { maxDepth: Number.POSITIVE_INFINITY },
  )
}

const withoutSecrets = (text: string): string =>
  DEFAULT_SECRET_RULES.reduce(
    (left, { pattern, replace = SECRET_PLACEHOLDER }) => left.replace(pattern, replace),
    text,
  )
