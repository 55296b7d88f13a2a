import { redactTokens, SECRET_PLACEHOLDER } from '@lathe/contract'
import { namesSecret } from '@lathe/traces'
import { DEFAULT_SECRET_RULES } from 'langsmith/anonymizer'

/**
 * Bounded variants of rules whose time grows with the square of a text without spaces, such as a megabyte of `a.a.a.`.
 * Text before a name is not matched, because a replacement keeps it. Token heads and long keys match lazily, up to the
 * start of the next one. The other rules have a maximum length above that of any secret.
 */
const BOUNDED_REPEATS: readonly (readonly [from: string, to: string])[] = [
  [String.raw`\b([A-Za-z0-9_.-]*(?:API`, '((?:API'],
  [String.raw`(?:[_.-][A-Za-z0-9]+)*["']?`, String.raw`(?:[_.-][A-Za-z0-9]{1,64}){0,16}["']?`],
  [String.raw`eyJ[A-Za-z0-9_-]+\.eyJ`, String.raw`eyJ(?:(?!eyJ)[A-Za-z0-9_-])+?\.eyJ`],
  [
    String.raw`[\s\S]+?-----END`,
    String.raw`(?:[\s\S]{1,15000}?|(?:(?!-----BEGIN )[\s\S])+?)-----END`,
  ],
  [String.raw`\b([a-z][a-z0-9+.-]*:`, '([a-z][a-z0-9+.-]{0,40}:'],
]

/**
 * Maximum length of a secret. The regex engine keeps state for each character of a greedy repeat,
 * which is too much for several megabytes.
 */
const MAX_LINE = 100_000

const boundRepeats = (source: string): string =>
  BOUNDED_REPEATS.reduce((rewritten, [from, to]) => rewritten.replace(from, () => to), source)
    .replace(/\](?:\+|\{(\d+),\})(?!\?)/g, (_, minLength = '1') => `]{${minLength},${MAX_LINE}}`)
    .replace(/\)\*/g, `){0,${MAX_LINE}}`)

const RULES = DEFAULT_SECRET_RULES.map(({ pattern, replace = SECRET_PLACEHOLDER }) => {
  const { source, flags } = new RegExp(pattern)
  return { pattern: new RegExp(boundRepeats(source), flags), replace }
})

/** Replaces every secret that LangSmith's rules or the formats of known issuers find. */
export const withoutSecrets = (text: string): string =>
  redactTokens(
    RULES.reduce(
      (redactedText, { pattern, replace }) => redactedText.replace(pattern, replace),
      text,
    ),
  )

/** Returns the secrets that `withoutSecrets` replaces in a text. */
export function listSecrets(text: string): string[] {
  const secrets: string[] = []
  let redactedText = text
  for (const { pattern, replace } of RULES)
    redactedText = redactedText.replace(pattern, (match: string) => {
      const next = match.replace(pattern, replace)
      const [before = '', after = ''] = next.split(SECRET_PLACEHOLDER)
      secrets.push(match.slice(before.length, match.length - after.length))
      return next
    })
  redactTokens(redactedText, (secret) => {
    secrets.push(secret)
    return SECRET_PLACEHOLDER
  })
  return secrets.filter((secret) => secret !== '' && !secret.includes(SECRET_PLACEHOLDER))
}

/** Fields with shorter values do not contain a secret. */
const SHORTEST = 12

/**
 * Redacts secrets in strings at any depth, field names included, and all values of fields with
 * secret names.
 */
export const redactJson = <T>(value: T, redact = withoutSecrets): T => {
  // Headers can be lists, and a secret can consist of numbers and objects.
  const walk = (inner: unknown, isSecret: boolean, name?: string): unknown => {
    if (typeof inner === 'string') return isSecret ? SECRET_PLACEHOLDER : redact(inner)
    if (typeof inner === 'number') return isSecret ? SECRET_PLACEHOLDER : inner
    if (Array.isArray(inner)) return inner.map((item: unknown) => walk(item, isSecret))
    if (!isRecord(inner)) return inner
    // In a JSON Schema, a property's definition is not its value.
    const isSchema = name === 'properties'
    const entries = Object.entries(inner).map(([field, fieldValue]): [string, unknown] => {
      const isNamed = namesSecret(field) && !(isSchema && isRecord(fieldValue))
      const safeField = field.length < SHORTEST ? field : redactTokens(field)
      return [safeField, walk(fieldValue, isSecret || isNamed, field)]
    })
    return Object.fromEntries(entries)
  }
  // The cast holds because strings are replaced with strings. Only numbers in secret fields change
  // their type.
  return walk(value, false) as T
}

/** Redacts the parsed JSON: a rule that spans several values would break the text. */
export function redactJsonText(text: string): string {
  if (withoutSecrets(text) === text) return text
  try {
    return JSON.stringify(redactJson<unknown>(JSON.parse(text)))
  } catch {
    return redactTokens(text)
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
