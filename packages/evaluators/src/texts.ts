import type {
  ContainsEvaluator,
  Evaluation,
  ExactEvaluator,
  Json,
  RegexEvaluator,
} from '@lathe/contract'
import { canonicalJson } from '@lathe/graph'
import { describePatternError } from '@lathe/patterns'
import { RE2JS } from 're2js'
import { failed, noReference, passed, undecided } from './evaluated-run.ts'
import { quote, toText } from './part.ts'

const normalizeCase = (text: string, ignoreCase: boolean) =>
  (ignoreCase ? text.toLowerCase() : text).normalize()

/** Evaluates whether the output equals the expected value or the reference. */
export function judgeExact(
  { expected: configured, ignoreCase }: ExactEvaluator,
  part: Json,
  reference: Json | undefined,
): Evaluation {
  const expected = configured === undefined ? reference : configured
  if (expected === undefined) return noReference
  const comparable = (value: Json) =>
    typeof value === 'string' ? normalizeCase(value.trim(), ignoreCase) : canonicalJson(value)
  const isEqual = typeof part === typeof expected && comparable(part) === comparable(expected)
  return isEqual
    ? passed(`it is ${quote(expected)}`)
    : failed(`expected ${quote(expected)}, got ${quote(part)}`)
}

function textsIn(reference: Json | undefined): string[] {
  const candidates = Array.isArray(reference) ? reference : [reference]
  return candidates.filter((text): text is string => typeof text === 'string' && text !== '')
}

/** Evaluates whether the output contains all, any or none of the texts. */
export function judgeContains(
  { texts: configured, require, ignoreCase }: ContainsEvaluator,
  part: Json,
  reference: Json | undefined,
): Evaluation {
  const texts = configured ?? textsIn(reference)
  if (texts.length === 0) return undecided('the case has no reference text to look for')
  const text = normalizeCase(toText(part), ignoreCase)
  const found = texts.filter((searchText) => text.includes(normalizeCase(searchText, ignoreCase)))
  const missing = texts.filter((searchText) => !found.includes(searchText))
  const list = (texts: string[]) => texts.map(quote).join(', ')
  if (require === 'none') {
    return found.length === 0
      ? passed(`contains no ${list(texts)}`)
      : failed(`contains ${list(found)}`)
  }
  const isEnough = require === 'any' ? found.length > 0 : missing.length === 0
  return isEnough ? passed(`contains ${list(found)}`) : failed(`lacks ${list(missing)}`)
}

/** A match takes at most the pattern's size × the text's length steps. */
const MAX_WORK = 20_000_000

function compilePattern({ pattern, ignoreCase }: RegexEvaluator): RE2JS | string {
  try {
    return RE2JS.compile(pattern, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0)
  } catch (error) {
    return describePatternError(pattern, error)
  }
}

/** Returns why a pattern cannot be used. Undefined if it can. */
export function patternProblem(evaluator: RegexEvaluator): string | undefined {
  const regex = compilePattern(evaluator)
  return typeof regex === 'string' ? regex : undefined
}

/** Evaluates whether a pattern matches the output, in linear time. */
export function judgeRegex(evaluator: RegexEvaluator, part: Json): Evaluation {
  const regex = compilePattern(evaluator)
  if (typeof regex === 'string') return undecided(`the pattern cannot be used: ${regex}`)
  const text = toText(part)
  if (regex.programSize() * text.length > MAX_WORK) {
    return undecided('the text is too long for this pattern')
  }
  const matcher = regex.matcher(text)
  return matcher.find()
    ? passed(`matches with ${quote(matcher.group() ?? '')}`)
    : failed(`nothing matches /${evaluator.pattern}/ in ${quote(part)}`)
}
