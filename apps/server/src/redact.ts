import type { Json, Redaction } from '@lathe/contract'
import { RE2JS } from 're2js'
import { redactJson, redactTexts, withoutSecrets } from './secret-rules.ts'

/** Undefined when the pattern can be used, otherwise what is wrong with it. */
export function patternProblem(pattern: string): string | undefined {
  try {
    RE2JS.compile(pattern)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Everything that leaves passes here: every text at any depth. */
export function createRedact({ secrets, rules }: Redaction): <T extends Json>(value: T) => T {
  const own = rules.map(({ pattern, replacement }) => ({
    expression: RE2JS.compile(pattern),
    // A `$` in it is meant as it stands.
    replacement: RE2JS.quoteReplacement(replacement),
  }))
  if (!secrets && own.length === 0) return (value) => value
  const byRules = (value: string): string =>
    own.reduce(
      (left, { expression, replacement }) => expression.matcher(left).replaceAll(replacement),
      value,
    )
  if (secrets) return (value) => redactJson(value, (text) => byRules(withoutSecrets(text)))
  return (value) => redactTexts(value, byRules)
}
