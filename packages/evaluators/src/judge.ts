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

const objectOf = (properties: Record<string, JsonObject>): JsonObject => ({
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

const fieldsOf = (answer: Json): JsonObject =>
  typeof answer === 'object' && answer !== null && !Array.isArray(answer) ? answer : {}

const reasonOf = ({ reason: said }: JsonObject): string =>
  typeof said === 'string' && said.trim() !== ''
    ? reasonText(said.trim())
    : 'the judge gave no reason'

const noVerdict = (answer: Json): Evaluation =>
  undecided(`no verdict: the judge answered ${quote(answer)}`)

const WINNERS = ['first', 'second', 'tie']

export const pairSchema: JsonObject = objectOf({
  reason: { type: 'string', description: 'Why, in a sentence or two, before the winner is named' },
  winner: { type: 'string', enum: WINNERS, description: 'Which of the two is better' },
})

/** What variants are held against scores the same as a tie. */
export const isBaseline: Evaluation = {
  status: 'scored',
  score: 0.5,
  reason: 'it is the baseline, which the others are held against',
}

/**
 * Of two answers: one where the baseline stood first, one where the variant did. A judge that prefers the place to the
 * text contradicts itself, which is a tie.
 */
export function pairVerdict(baselineFirst: Json, variantFirst: Json): Evaluation {
  const one = winnerOf(baselineFirst)
  if (one === undefined) return noVerdict(baselineFirst)
  const other = winnerOf(variantFirst)
  if (other === undefined) return noVerdict(variantFirst)
  const why = reasonOf(fieldsOf(baselineFirst))
  const scores = [leadOf(one, 'second'), leadOf(other, 'first')]
  const [first = 0, second = 0] = scores
  if (first === second) return { status: 'scored', score: 0.5 + first / 2, reason: why }
  const reason = `a tie, because the judge says otherwise when the order is turned: ${why}`
  return { status: 'scored', score: 0.5, reason }
}

function winnerOf(answer: Json): string | undefined {
  const { winner } = fieldsOf(answer)
  return typeof winner === 'string' && WINNERS.includes(winner) ? winner : undefined
}

/** Of the variant that stood there: 1 ahead, −1 behind. */
const leadOf = (winner: string, place: 'first' | 'second'): number => {
  if (winner === 'tie') return 0
  return winner === place ? 1 : -1
}
