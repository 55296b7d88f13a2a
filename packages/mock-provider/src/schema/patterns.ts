import { RE2JS } from 're2js'

type Pattern = { test: (text: string) => boolean }

const ANY: Pattern = { test: () => true }

const UNSUPPORTED: readonly (readonly [RegExp, string])[] = [
  [/\(\?[=!]/, 'uses a lookahead'],
  [/\(\?<[=!]/, 'uses a lookbehind'],
  [/\\(?:[1-9]|k<)/, 'uses a backreference'],
]

/**
 * Returns why a `pattern` of a JSON Schema cannot be evaluated, or undefined if it can. Patterns come from requests,
 * so they run on RE2, which takes linear time for any text.
 */
export function patternProblem(source: string): string | undefined {
  if (!isRegExp(source)) return 'not a regular expression'
  const reason = UNSUPPORTED.find(([feature]) => feature.test(source))?.[1]
  if (reason !== undefined) return `the pattern ${reason}`
  try {
    compile(source)
    return undefined
  } catch {
    return 'the pattern is too large'
  }
}

/** Compiles the patterns of one schema for the validator. One that RE2 cannot evaluate matches every text. */
export function createPatternCompiler(): (source: string) => Pattern {
  const compiled = new Map<string, Pattern>()
  return (source) => {
    const pattern = compiled.get(source) ?? (patternProblem(source) ? ANY : compile(source))
    compiled.set(source, pattern)
    return pattern
  }
}

const compile = (source: string): RE2JS => RE2JS.compile(RE2JS.translateRegExp(source))

function isRegExp(source: string): boolean {
  try {
    return RegExp(source, 'u') instanceof RegExp
  } catch {
    return false
  }
}
