import type { Evaluation, Json, JsonObject, JudgeEvaluator } from '@lathe/contract'
import { failed, passed, undecided } from './judged.ts'
import { quote, reasonText } from './part.ts'

type Asked = Pick<JudgeEvaluator, 'gives' | 'scale'>

const reason = {
  type: 'string',
  description: 'Why, in a sentence or two, before the verdict is given',
}

/** What a judge has to answer with; the reason comes first, so that the verdict follows from it. */
export const judgeSchema = ({ gives, scale: { from, to } }: Asked): JsonObject =>
  gives === 'pass'
    ? objectOf({ reason, pass: { type: 'boolean', description: 'Whether the output passes' } })
    : objectOf({
        reason,
        score: { type: 'number', description: `From ${from} (worst) to ${to} (best)` },
      })

export const objectOf = (properties: Record<string, JsonObject>): JsonObject => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
})

/** Of a judge's answer; what cannot be read as one is no verdict and no fail. */
export function judgeVerdict({ gives, scale: { from, to } }: Asked, answer: Json): Evaluation {
  const given = fieldsOf(answer)
  const why = reasonOf(given)
  if (gives === 'pass') {
    const { pass } = given
    if (typeof pass !== 'boolean') return noVerdict(answer)
    return pass ? passed(why) : failed(why)
  }
  const { score } = given
  if (typeof score !== 'number') return noVerdict(answer)
  if (score < from || score > to) {
    return undecided(`no verdict: the judge gave ${score} on a scale from ${from} to ${to}`)
  }
  const reason = `${score} of ${from} to ${to}: ${why}`
  return { status: 'scored', score: (score - from) / (to - from), reason }
}

export const fieldsOf = (answer: Json): JsonObject =>
  typeof answer === 'object' && answer !== null && !Array.isArray(answer) ? answer : {}

export const reasonOf = ({ reason: said }: JsonObject): string =>
  typeof said === 'string' && said.trim() !== ''
    ? reasonText(said.trim())
    : 'the judge gave no reason'

export const noVerdict = (answer: Json): Evaluation =>
  undecided(`no verdict: the judge answered ${quote(answer)}`)
