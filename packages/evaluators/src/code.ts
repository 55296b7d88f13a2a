import type { CodeEvaluator, Evaluation, Json } from '@lathe/contract'
import { parseScript } from '@lathe/graph'
import { failed, passed, undecided } from './evaluated-run.ts'
import { quote, reasonText } from './part.ts'

/**
 * Evaluates what the code returned: true or false, a number, or an object with `pass` or `score`
 * and a `reason`.
 */
export function codeVerdict({ gives }: Pick<CodeEvaluator, 'gives'>, returned: Json): Evaluation {
  const isObject = typeof returned === 'object' && returned !== null && !Array.isArray(returned)
  const result = isObject ? (returned['pass'] ?? returned['score'] ?? null) : returned
  const returnedReason =
    isObject && typeof returned['reason'] === 'string' ? returned['reason'] : undefined
  const reason =
    returnedReason === undefined ? `returned ${quote(returned)}` : reasonText(returnedReason)
  if (gives === 'pass') {
    if (typeof result !== 'boolean')
      return wrongType('true or false, or an object with `pass`', returned)
    return result ? passed(reason) : failed(reason)
  }
  const score = typeof result === 'boolean' ? Number(result) : result
  if (typeof score !== 'number') return wrongType('a number, or an object with `score`', returned)
  if (!(score >= 0 && score <= 1)) {
    return undecided(`the code returned ${score}, which is not between 0 and 1`)
  }
  return { status: 'scored', score, reason }
}

const wrongType = (expectation: string, returned: Json) =>
  undecided(`the code must return ${expectation}, but returned ${quote(returned)}`)

/**
 * Returns the syntax error of a code evaluator, so that a comparison is refused before it spends
 * anything. Undefined if it parses.
 */
export function codeProblem({ source }: Pick<CodeEvaluator, 'source'>): string | undefined {
  const { problem } = parseScript(source, 'code')
  return problem ? `${problem.message} (line ${problem.line}, column ${problem.column})` : undefined
}
