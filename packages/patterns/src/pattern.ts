import type { AST } from '@eslint-community/regexpp'
import { RegExpParser } from '@eslint-community/regexpp'
import { RE2JS } from 're2js'
import * as z from 'zod'
import { toRe2, UnsupportedPatternError } from './to-re2.ts'

const MAX_LENGTH = 10_000
/**
 * A test costs at most the pattern's size × the text's length, about 25 ns per step once RE2 has
 * left its fast path.
 */
const MAX_WORK = 10_000_000

/** A regular expression whose matching time is linear in the length of the text. */
export type LinearPattern = {
  /** Approximate number of instructions. */
  readonly size: number
  test: (text: string) => boolean
}

/**
 * One alternative of a pattern. It matches if all of `required` match and none of `excluded` do.
 */
type Condition = { required: RE2JS[]; excluded: RE2JS[] }

type Plan = { size: number; conditions: { required: string[]; excluded: string[] }[] }

/**
 * Parses a pattern as ECMAScript with the `u` flag, as JSON Schema requires. Throws on a syntax
 * error.
 */
export function parsePattern(source: string): AST.Pattern {
  return new RegExpParser().parsePattern(source, 0, source.length, { unicode: true })
}

/**
 * zod writes these patterns into the schemas of its own formats. RE2 has no equivalent, but
 * JavaScript's engine matches them in linear time.
 */
const TRUSTED: ReadonlySet<string> = new Set([z.regexes.duration.source, z.regexes.iban.source])

/** Returns why a pattern cannot be evaluated. Null if it can. */
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

/** Compiles a JSON Schema `pattern`. Throws if `patternProblem` reports a problem. */
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
  if (source.length > MAX_LENGTH) {
    throw new UnsupportedPatternError(`is longer than ${MAX_LENGTH} characters`)
  }
  const conditions: Plan['conditions'] = []
  const literals: AST.Alternative[] = []
  let size = 0
  const translate = (alternatives: readonly AST.Alternative[]): string => {
    const translated = toRe2(alternatives)
    size += translated.size
    return translated.source
  }
  for (const alternative of parsePattern(source).alternatives) {
    const lookaheads = leadingLookaheads(alternative)
    if (lookaheads.length === 0) {
      literals.push(alternative)
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
  if (literals.length > 0) conditions.push({ required: [translate(literals)], excluded: [] })
  return { size, conditions }
}

/**
 * RE2 has no lookaheads, but those directly after `^` all start at the beginning: `^(?!a)(?=b)c`
 * equals `^c` and `^b` and not `^a`. Password rules and zod's `email` use this form.
 */
function leadingLookaheads({ elements }: AST.Alternative): AST.LookaheadAssertion[] {
  const [start, ...rest] = elements
  if (start?.type !== 'Assertion' || start.kind !== 'start') return []
  const isLookahead = (element: AST.Element): element is AST.LookaheadAssertion =>
    element.type === 'Assertion' && element.kind === 'lookahead'
  const end = rest.findIndex((element) => !isLookahead(element))
  return rest.slice(0, end === -1 ? rest.length : end).filter(isLookahead)
}

/**
 * Limits the cost of the patterns of one schema. Throws the error that `exceeded` creates when the
 * limit is reached.
 */
export type PatternMeter = {
  /** Resets the budget for the next value. */
  refill: () => void
  /** Called by the JSON Schema validator for each test of a pattern. */
  compile: (source: string) => Pick<LinearPattern, 'test'>
}

/** Compiling takes a few microseconds per instruction. */
const MAX_SIZE = 25_000
/**
 * Long lists of short texts count as expensive but take little time, so both limits must be
 * exceeded.
 */
const MAX_SLOW_MS = 200
const WORK_RESERVE = MAX_WORK / 5

/**
 * Creates a meter for the patterns of one schema. `exceeded` creates the error for a used-up
 * budget.
 */
export function createPatternMeter(createError: () => Error): PatternMeter {
  const compiled = new Map<string, LinearPattern>()
  let totalSize = 0
  let work = 0
  let elapsedMs = 0

  const find = (source: string): LinearPattern => {
    const cached = compiled.get(source)
    if (cached) return cached
    const pattern = compilePattern(source)
    totalSize += pattern.size
    if (totalSize > MAX_SIZE) throw createError()
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
          if (cost > MAX_WORK || (work > WORK_RESERVE && elapsedMs > MAX_SLOW_MS))
            throw createError()
          const startedAt = performance.now()
          const isMatch = pattern.test(text)
          elapsedMs += performance.now() - startedAt
          return isMatch
        },
      }
    },
  }
}
