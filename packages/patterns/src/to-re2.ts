import type { AST } from '@eslint-community/regexpp'
import { RE2JS } from 're2js'

/**
 * Thrown for a valid regular expression that has no RE2 equivalent, or only one that is too large.
 */
export class UnsupportedPatternError extends Error {
  override readonly name = 'UnsupportedPatternError'
}

const noEquivalent = (feature: string): UnsupportedPatternError =>
  new UnsupportedPatternError(`uses the ${feature}, which cannot be evaluated in linear time`)

/** RE2 source that matches the same texts, and its approximate number of instructions. */
export type Re2Source = { source: string; size: number }

/** Matching visits each instruction at most once per character. */
const MAX_SIZE = 5_000
/** RE2 rejects more repetitions than this, with nested ones multiplied. */
const MAX_COUNTED = 1_000
const MAX_DEPTH = 200

/** Characters that `\s` matches in JavaScript; RE2's own `\s` is limited to ASCII. */
const SPACES = String.raw`\t-\r \x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}`
const NO_SPACES = String.raw`\x{0}-\x{8}\x{e}-\x{1f}!-\x{9f}\x{a1}-\x{167f}\x{1681}-\x{1fff}\x{200b}-\x{2027}\x{202a}-\x{202e}\x{2030}-\x{205e}\x{2060}-\x{2fff}\x{3001}-\x{fefe}\x{ff00}-\x{10ffff}`
const ANY = String.raw`[\x{0}-\x{10ffff}]`
const NO_LINE_END = String.raw`[^\n\r\x{2028}\x{2029}]`

/**
 * Translates alternatives from JavaScript with the `u` flag to RE2. Throws
 * `UnsupportedPatternError` if RE2 has no equivalent.
 */
export function toRe2(alternatives: readonly AST.Alternative[]): Re2Source {
  const { source, size } = translateAlternatives(alternatives)
  if (depth(source) > MAX_DEPTH) throw new UnsupportedPatternError('is nested too deeply')
  return { source, size }
}

/** Literal brackets are escaped by code point, so each bracket here opens or closes a group. */
function depth(source: string): number {
  let open = 0
  let maxDepth = 0
  for (const [bracket] of source.matchAll(/[()]/g)) {
    open += bracket === '(' ? 1 : -1
    maxDepth = Math.max(maxDepth, open)
  }
  return maxDepth
}

/** `repeats` is the repetition count of the innermost part. */
type Part = Re2Source & { repeats: number }

function part(source: string, size = 1, repeats = 1): Part {
  if (size > MAX_SIZE)
    throw new UnsupportedPatternError('is too large: it repeats a part too often')
  return { source, size, repeats }
}

function joined(parts: readonly Part[], separator: string): Part {
  return part(
    parts.map(({ source }) => source).join(separator),
    parts.reduce((sum, { size }) => sum + size, 1),
    Math.max(1, ...parts.map(({ repeats }) => repeats)),
  )
}

const translateAlternatives = (alternatives: readonly AST.Alternative[]): Part =>
  joined(alternatives.map(translateAlternative), '|')

const translateAlternative = ({ elements }: AST.Alternative): Part =>
  joined(elements.map(translateElement), '')

const grouped = ({ source, size, repeats }: Part): Part => part(`(?:${source})`, size, repeats)

function translateElement(element: AST.Element): Part {
  switch (element.type) {
    case 'Assertion':
      return part(translateAssertion(element))
    case 'Backreference':
      throw noEquivalent(`backreference \`${element.raw}\``)
    case 'CapturingGroup':
      return grouped(translateAlternatives(element.alternatives))
    case 'Character':
      return part(character(element.value))
    case 'CharacterClass':
      return part(translateClass(element))
    case 'CharacterSet':
      return part(translateSet(element))
    case 'ExpressionCharacterClass':
      throw noEquivalent(`set operation \`${element.raw}\``)
    case 'Group':
      if (element.modifiers) {
        throw noEquivalent(`modifiers \`${element.modifiers.raw}\``)
      }
      return grouped(translateAlternatives(element.alternatives))
    default:
      return translateQuantifier(element)
  }
}

function translateAssertion(assertion: AST.Assertion): string {
  switch (assertion.kind) {
    case 'start':
      return String.raw`\A`
    case 'end':
      return String.raw`\z`
    case 'word':
      return assertion.negate ? String.raw`\B` : String.raw`\b`
    default:
      throw noEquivalent(`${assertion.kind} \`${assertion.raw}\``)
  }
}

function translateQuantifier({ element, min, max }: AST.Quantifier): Part {
  const inner = translateElement(element)
  const atom = { ...inner, source: `(?:${inner.source})` }
  const required = exactly(atom, min)
  const rest =
    max === Infinity
      ? part(`${atom.source}*`, atom.size, atom.repeats)
      : repeatUpTo(atom, max - min)
  return joined([required, rest], '')
}

function exactly(atom: Part, count: number): Part {
  const chunk = Math.floor(MAX_COUNTED / atom.repeats)
  if (count <= chunk) return repeatPart(atom, count, count)
  // Throw before writing out a huge count.
  part('', atom.size * count)
  return joined([repeatPart(atom, chunk, chunk), exactly(atom, count - chunk)], '')
}

/** A row of `x?` would keep all of them active at once, so longer optional parts are nested. */
function repeatUpTo(atom: Part, count: number): Part {
  const chunk = Math.floor(MAX_COUNTED / atom.repeats)
  if (count <= chunk) return repeatPart(atom, 0, count)
  part('', atom.size * count)
  const long = joined([repeatPart(atom, chunk, chunk), repeatUpTo(atom, count - chunk)], '')
  return grouped(joined([long, repeatPart(atom, 0, chunk - 1)], '|'))
}

const repeatPart = ({ source, size, repeats }: Part, min: number, max: number): Part =>
  max === 0 ? part('(?:)') : part(`${source}{${min},${max}}`, size * max, repeats * max)

function translateClass({ elements, negate, unicodeSets, raw }: AST.CharacterClass): string {
  if (unicodeSets) throw noEquivalent(`set \`${raw}\``)
  if (elements.length === 0) return negate ? ANY : `[^${ANY.slice(1)}`
  return `[${negate ? '^' : ''}${elements.map(classElement).join('')}]`
}

function classElement(element: AST.CharacterClass['elements'][number]): string {
  switch (element.type) {
    case 'Character':
      return character(element.value)
    case 'CharacterClassRange':
      return `${character(element.min.value)}-${character(element.max.value)}`
    case 'CharacterSet':
      return escapeSet(element)
    default:
      throw noEquivalent(`set operation \`${element.raw}\``)
  }
}

function translateSet(set: AST.CharacterSet): string {
  return set.kind === 'any' ? NO_LINE_END : `[${escapeSet(set)}]`
}

function escapeSet(set: Exclude<AST.CharacterSet, AST.AnyCharacterSet>): string {
  switch (set.kind) {
    case 'digit':
      return set.negate ? String.raw`\D` : String.raw`\d`
    case 'word':
      return set.negate ? String.raw`\W` : String.raw`\w`
    case 'space':
      return set.negate ? NO_SPACES : SPACES
    default:
      return propertySet(set)
  }
}

/** Long category names that RE2 knows only by their short form. */
const CATEGORIES: Record<string, string> = {
  Letter: 'L',
  Lowercase_Letter: 'Ll',
  Uppercase_Letter: 'Lu',
  Mark: 'M',
  Number: 'N',
  Decimal_Number: 'Nd',
  Punctuation: 'P',
  Separator: 'Z',
  Space_Separator: 'Zs',
  Symbol: 'S',
  Currency_Symbol: 'Sc',
  Math_Symbol: 'Sm',
  Other: 'C',
  Control: 'Cc',
}
const KEYS: ReadonlySet<string> = new Set(['General_Category', 'gc', 'Script', 'sc'])

/** Properties that RE2 lacks, as the ranges of included and of excluded characters. */
const RANGES: Record<string, readonly [included: string, excluded: string]> = {
  ASCII: [String.raw`\x{0}-\x{7f}`, String.raw`\x{80}-\x{10ffff}`],
  Regional_Indicator: [
    String.raw`\x{1f1e6}-\x{1f1ff}`,
    String.raw`\x{0}-\x{1f1e5}\x{1f200}-\x{10ffff}`,
  ],
}

function propertySet({ key, value, negate, raw }: AST.UnicodePropertyCharacterSet): string {
  if (value !== null && !KEYS.has(key)) {
    throw noEquivalent(`property \`${raw}\``)
  }
  const name = value ?? key
  const [included, excluded] = RANGES[name] ?? []
  if (included !== undefined && excluded !== undefined) return negate ? excluded : included
  const set = `${negate ? '\\P' : '\\p'}{${CATEGORIES[name] ?? name}}`
  try {
    RE2JS.compile(set)
    return set
  } catch {
    throw noEquivalent(`property \`${raw}\``)
  }
}

/** Returns the character, escaped by code point if RE2 could give it a meaning. */
function character(codePoint: number): string {
  const text = String.fromCodePoint(codePoint)
  return /[A-Za-z0-9 ]/.test(text) ? text : String.raw`\x{${codePoint.toString(16)}}`
}
