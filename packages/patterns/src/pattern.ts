import type { AST } from '@eslint-community/regexpp'
import { RegExpParser } from '@eslint-community/regexpp'
import { RE2JS } from 're2js'
import * as z from 'zod'
import { toRe2, UnsupportedPatternError } from './to-re2.ts'

const LONGEST = 10_000
/** A test costs at most its pattern's size × the text's length: about 25 ns each once RE2 has given up its fast path. */
const MAX_WORK = 10_000_000

/** A foreign regular expression that takes time linear in the text, however it was written. */
export type LinearPattern = {
  /** About how many instructions it has. */
  readonly size: number
  test: (text: string) => boolean
}

/** One alternative of a pattern: it matches where all of `required` and none of `excluded` do. */
type Condition = { required: RE2JS[]; excluded: RE2JS[] }

type Plan = { size: number; conditions: { required: string[]; excluded: string[] }[] }

/** Parses as ECMAScript with the `u` flag, as JSON Schema asks. Throws on a syntax error. */
export function parsePattern(source: string): AST.Pattern {
  return new RegExpParser().parsePattern(source, 0, source.length, { unicode: true })
}

/**
 * zod writes these into the schemas of its own formats. RE2 has no equivalent for them, and JavaScript's engine takes
 * linear time for these, whatever the text.
 */
const TRUSTED: ReadonlySet<string> = new Set([z.regexes.duration.source, z.regexes.iban.source])

/** Why a pattern cannot be evaluated; null when it can. */
export function patternProblem(source: string): string | null {
  if (TRUSTED.has(source)) return null
  try {
    plan(source)
    return null
  } catch (error) {
    if (!(error instanceof UnsupportedPatternError)) return 'not a regular expression'
    return `the pattern ${error.message}`
  }
}

/** Compiles a JSON Schema `pattern`. Throws where `patternProblem` names a problem. */
export function compilePattern(source: string): LinearPattern {
  if (TRUSTED.has(source)) {
    const regex = new RegExp(source, 'u')
    return { size: source.length, test: (text) => regex.test(text) }
  }
  const { size, conditions } = plan(source)
  const compiled = conditions.map(({ required, excluded }): Condition => ({
    required: required.map((source) => RE2JS.compile(source)),
    excluded: excluded.map((source) => RE2JS.compile(source)),
  }))
  return {
    size,
    test: (text) =>
      compiled.some(
        ({ required, excluded }) =>
          required.every((regex) => regex.test(text)) &&
          !excluded.some((regex) => regex.test(text)),
      ),
  }
}

function plan(source: string): Plan {
  if (source.length > LONGEST) {
    throw new UnsupportedPatternError(`is longer than ${LONGEST} characters`)
  }
  const conditions: Plan['conditions'] = []
  const plain: AST.Alternative[] = []
  let size = 0
  const translate = (alternatives: readonly AST.Alternative[]): string => {
    const translated = toRe2(alternatives)
    size += translated.size
    return translated.source
  }
  for (const alternative of parsePattern(source).alternatives) {
    const lookaheads = leadingLookaheads(alternative)
    if (lookaheads.length === 0) {
      plain.push(alternative)
      continue
    }
    const [start, ...rest] = alternative.elements
    const elements = [...(start ? [start] : []), ...rest.slice(lookaheads.length)]
    const bodies = (negate: boolean): string[] =>
      lookaheads
        .filter((lookahead) => lookahead.negate === negate)
        .map((lookahead) => String.raw`\A(?:${translate(lookahead.alternatives)})`)
    conditions.push({
      required: [translate([{ ...alternative, elements }]), ...bodies(false)],
      excluded: bodies(true),
    })
  }
  if (plain.length > 0) conditions.push({ required: [translate(plain)], excluded: [] })
  return { size, conditions }
}

/**
 * RE2 has no lookaheads, but those right after `^` all look at the whole text: `^(?!a)(?=b)c` is `^c` and `^b` and not
 * `^a`. Password rules and zod's `email` are written like this.
 */
function leadingLookaheads({ elements }: AST.Alternative): AST.LookaheadAssertion[] {
  const [start, ...rest] = elements
  if (start?.type !== 'Assertion' || start.kind !== 'start') return []
  const isLookahead = (element: AST.Element): element is AST.LookaheadAssertion =>
    element.type === 'Assertion' && element.kind === 'lookahead'
  const end = rest.findIndex((element) => !isLookahead(element))
  return rest.slice(0, end === -1 ? rest.length : end).filter(isLookahead)
}

/** Limits the cost of the patterns of one schema. Beyond the limit it throws the error that `exceeded` makes. */
export type PatternMeter = {
  /** Starts the budget of another value. */
  refill: () => void
  /** For the JSON Schema validator, which asks for a pattern each time it tests one. */
  compile: (source: string) => Pick<LinearPattern, 'test'>
}

/** Compiling takes some microseconds for each instruction. */
const MAX_SIZE = 25_000
/** Long lists of short texts are cheap by the clock but not by this count, so both limits must be exceeded. */
const MAX_SLOW_MS = 200
const FREE_WORK = MAX_WORK / 5

export function createPatternMeter(exceeded: () => Error): PatternMeter {
  const compiled = new Map<string, LinearPattern>()
  let totalSize = 0
  let work = 0
  let elapsedMs = 0

  const find = (source: string): LinearPattern => {
    const cached = compiled.get(source)
    if (cached) return cached
    const pattern = compilePattern(source)
    totalSize += pattern.size
    if (totalSize > MAX_SIZE) throw exceeded()
    compiled.set(source, pattern)
    return pattern
  }

  return {
    refill() {
      work = 0
      elapsedMs = 0
    },
    compile(source) {
      const pattern = find(source)
      return {
        test(text) {
          const cost = pattern.size * (text.length + 1)
          work += cost
          if (cost > MAX_WORK || (work > FREE_WORK && elapsedMs > MAX_SLOW_MS)) throw exceeded()
          const startedAt = performance.now()
          const isMatch = pattern.test(text)
          elapsedMs += performance.now() - startedAt
          return isMatch
        },
      }
    },
  }
}
