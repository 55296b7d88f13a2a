import type { Evaluation, Json, JsonSchemaEvaluator, NumericEvaluator } from '@lathe/contract'
import { describeIssues, schemaIssues, validateJson } from '@lathe/graph'
import { failed, noReference, passed, undecided } from './evaluated-run.ts'
import { quote } from './part.ts'

const FENCE = /^\s*```(?:json)?\s*\n([\s\S]*?)\n?```\s*$/
/** Only the end of a text is searched, so that a text of digits and commas cannot take long. */
const MAX_PARSED_LENGTH = 10_000

/** A hyphen after a letter or digit is not a sign: `2024-05`, `A-5`. */
const NUMBER =
  /(?:(?<![\w.)])[-+−])?(?:(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d+)?|\.\d+)(?:[eE][-+]?\d+)?/g

/** Parses a string as JSON, with or without a code fence. */
function parseOutput(value: Json): { value: Json } | undefined {
  if (typeof value !== 'string') return { value }
  try {
    return { value: JSON.parse(FENCE.exec(value)?.[1] ?? value) as Json }
  } catch {
    return undefined
  }
}

/** Evaluates whether the output is JSON that follows a schema. */
export function judgeSchema({ schema }: JsonSchemaEvaluator, part: Json): Evaluation {
  const [problem] = schemaIssues(schema)
  if (problem) return undecided(`the schema cannot be used: ${describeIssues([problem])}`)
  const json = parseOutput(part)
  if (!json) return failed(`is not JSON: ${quote(part)}`)
  const issues = validateJson(schema, json.value)
  return issues.length === 0 ? passed('follows the schema') : failed(describeIssues(issues))
}

/** Returns a number, or the last number in a text: answers come after the reasoning. */
export function findNumber(value: Json | undefined): number | undefined {
  if (typeof value === 'number') return value
  if (typeof value !== 'string') return undefined
  const last = value.slice(-MAX_PARSED_LENGTH).match(NUMBER)?.at(-1)
  if (last === undefined) return undefined
  const number = Number(last.replaceAll(',', '').replace('−', '-'))
  return Number.isFinite(number) ? number : undefined
}

/** Evaluates whether the last number in the output equals the expected one within a tolerance. */
export function judgeNumber(
  { expected: configured, tolerance, isRelative }: NumericEvaluator,
  part: Json,
  reference: Json | undefined,
): Evaluation {
  const expected = configured ?? findNumber(reference)
  if (expected === undefined) {
    return reference === undefined ? noReference : undecided('the reference contains no number')
  }
  const actual = findNumber(part)
  if (actual === undefined) return failed(`contains no number: ${quote(part)}`)
  const allowed = isRelative ? tolerance * Math.abs(expected) : tolerance
  const difference = Math.abs(actual - expected)
  // Allow for floating-point error: 0.1 + 0.2 equals 0.3.
  const roundingError = Number.EPSILON * 4 * Math.max(Math.abs(actual), Math.abs(expected))
  const toleranceText = allowed > 0 ? ` ± ${allowed}` : ''
  return difference <= allowed + roundingError
    ? passed(`${actual} is ${expected}${toleranceText}`)
    : failed(`${actual} is not ${expected}${toleranceText}`)
}
