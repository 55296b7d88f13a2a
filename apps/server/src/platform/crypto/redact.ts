import { type Json, type Redaction, isJsonObject } from '@lathe/contract'
import { describePatternError } from '@lathe/patterns'
import { RE2JS } from 're2js'
import { redactJson, withoutSecrets } from './secret-rules.ts'

/** Returns the reason why the pattern is invalid, or undefined. */
export function patternProblem(pattern: string): string | undefined {
  try {
    RE2JS.compile(pattern)
    return undefined
  } catch (error) {
    return describePatternError(pattern, error)
  }
}

/**
 * Creates a function that redacts every string at any depth. Apply it to all data that leaves the
 * server.
 */
export function createRedact({ secrets, rules }: Redaction): <T extends Json>(value: T) => T {
  const compiledRules = rules.map(({ pattern, replacement }) => ({
    expression: RE2JS.compile(pattern),
    // A `$` in the replacement is literal.
    replacement: RE2JS.quoteReplacement(replacement),
  }))
  if (!secrets && compiledRules.length === 0) return (value) => value
  const byRules = (value: string): string =>
    compiledRules.reduce(
      (redactedText, { expression, replacement }) =>
        expression.matcher(redactedText).replaceAll(replacement),
      value,
    )
  if (secrets) return (value) => redactJson(value, (text) => byRules(withoutSecrets(text)))
  const walk = (value: Json): Json => {
    if (typeof value === 'string') return byRules(value)
    if (Array.isArray(value)) return value.map(walk)
    if (!isJsonObject(value)) return value
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, walk(inner)]))
  }
  // The cast holds because strings are only replaced with strings.
  return <T extends Json>(value: T) => walk(value) as T
}
