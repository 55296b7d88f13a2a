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
import { failed, noReference, passed, undecided } from './judged.ts'
import { quote, textOf } from './part.ts'

const folded = (text: string, ignoreCase: boolean) =>
  (ignoreCase ? text.toLowerCase() : text).normalize()

export function judgeExact(
  { expected: own, ignoreCase }: ExactEvaluator,
  part: Json,
  reference: Json | undefined,
): Evaluation {
  const expected = own === undefined ? reference : own
  if (expected === undefined) return noReference
  const comparable = (value: Json) =>
    typeof value === 'string' ? folded(value.trim(), ignoreCase) : canonicalJson(value)
  const isEqual = typeof part === typeof expected && comparable(part) === comparable(expected)
  return isEqual
    ? passed(`it is ${quote(expected)}`)
    : failed(`expected ${quote(expected)}, got ${quote(part)}`)
}

function textsIn(reference: Json | undefined): string[] {
  const given = Array.isArray(reference) ? reference : [reference]
  return given.filter((text): text is string => typeof text === 'string' && text !== '')
}

export function judgeContains(
  { texts: own, require, ignoreCase }: ContainsEvaluator,
  part: Json,
  reference: Json | undefined,
): Evaluation {
  const texts = own ?? textsIn(reference)
  if (texts.length === 0) return undecided('the case has no reference text to look for')
  const text = folded(textOf(part), ignoreCase)
  const found = texts.filter((wanted) => text.includes(folded(wanted, ignoreCase)))
  const missing = texts.filter((wanted) => !found.includes(wanted))
  const list = (some: string[]) => some.map(quote).join(', ')
  if (require === 'none') {
    return found.length === 0
      ? passed(`contains no ${list(texts)}`)
      : failed(`contains ${list(found)}`)
  }
  const isEnough = require === 'any' ? found.length > 0 : missing.length === 0
  return isEnough ? passed(`contains ${list(found)}`) : failed(`lacks ${list(missing)}`)
}

/** Finding where a pattern matches takes up to its size × the text's length. */
const MAX_WORK = 20_000_000

function compiled({ pattern, ignoreCase }: RegexEvaluator): RE2JS | string {
  try {
    return RE2JS.compile(pattern, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0)
  } catch (error) {
    return describePatternError(pattern, error)
  }
}

/** Why a pattern cannot be used; undefined when it can. */
export function patternProblem(evaluator: RegexEvaluator): string | undefined {
  const regex = compiled(evaluator)
  return typeof regex === 'string' ? regex : undefined
}

export function judgeRegex(evaluator: RegexEvaluator, part: Json): Evaluation {
  const regex = compiled(evaluator)
  if (typeof regex === 'string') return undecided(`the pattern cannot be used: ${regex}`)
  const text = textOf(part)
  if (regex.programSize() * text.length > MAX_WORK) {
    return undecided('the text is too long for this pattern')
  }
  const matcher = regex.matcher(text)
  return matcher.find()
    ? passed(`matches with ${quote(matcher.group() ?? '')}`)
    : failed(`nothing matches /${evaluator.pattern}/ in ${quote(part)}`)
}
