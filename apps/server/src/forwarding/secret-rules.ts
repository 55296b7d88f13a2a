import { DEFAULT_SECRET_RULES, SECRET_PLACEHOLDER } from 'langsmith/anonymizer'

/**
 * Of these the time grew with the square of a text without spaces: a megabyte of `a.a.a.` stood still for hours. What
 * stands before a name is kept as it is, so it need not be found; heads of tokens and long keys are looked for up to where
 * the next begins, which is looked at itself, and lazily, for else ten million letters are too many; the others have a
 * longest that secrets stay below.
 */
const BOUNDED: readonly (readonly [from: string, to: string])[] = [
  [String.raw`\b([A-Za-z0-9_.-]*(?:API`, '((?:API'],
  [String.raw`(?:[_.-][A-Za-z0-9]+)*["']?`, String.raw`(?:[_.-][A-Za-z0-9]{1,64}){0,16}["']?`],
  [String.raw`eyJ[A-Za-z0-9_-]+\.eyJ`, String.raw`eyJ(?:(?!eyJ)[A-Za-z0-9_-])+?\.eyJ`],
  [
    String.raw`[\s\S]+?-----END`,
    String.raw`(?:[\s\S]{1,15000}?|(?:(?!-----BEGIN )[\s\S])+?)-----END`,
  ],
  [String.raw`\b([a-z][a-z0-9+.-]*:`, '([a-z][a-z0-9+.-]{0,40}:'],
]

/** No secret is longer. Each letter of a greedy repeat is remembered until it ends: those of some megabytes are too many. */
const LONGEST = 100_000

const bounded = (source: string): string =>
  BOUNDED.reduce((left, [from, to]) => left.replace(from, () => to), source)
    .replace(/\](?:\+|\{(\d+),\})(?!\?)/g, (_, least = '1') => `]{${least},${LONGEST}}`)
    .replace(/\)\*/g, `){0,${LONGEST}}`)

const RULES = DEFAULT_SECRET_RULES.map(({ pattern, replace = SECRET_PLACEHOLDER }) => {
  const { source, flags } = new RegExp(pattern)
  return { pattern: new RegExp(bounded(source), flags), replace }
})

export const withoutSecrets = (text: string): string =>
  RULES.reduce((left, { pattern, replace }) => left.replace(pattern, replace), text)
