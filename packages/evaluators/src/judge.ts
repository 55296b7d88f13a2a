import type { Evaluation, Json, JsonObject, JudgeEvaluator } from '@lathe/contract'
import { failed, passed, undecided } from './evaluated-run.ts'
import { quote, reasonText } from './part.ts'

type JudgeSettings = Pick<JudgeEvaluator, 'gives' | 'scale'>

const reason = {
  type: 'string',
  description: 'Why, in a sentence or two. Written before the verdict.',
}

/**
 * Returns the JSON schema of a judge's answer. The reason comes first, so that the verdict follows
 * from it.
 */
export const judgeSchema = ({ gives, scale: { from, to } }: JudgeSettings): JsonObject =>
  gives === 'pass'
    ? objectSchema({ reason, pass: { type: 'boolean', description: 'Whether the output passes' } })
    : objectSchema({
        reason,
        score: { type: 'number', description: `From ${from} (worst) to ${to} (best)` },
      })

const objectSchema = (properties: Record<string, JsonObject>): JsonObject => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
})

/** Converts a judge's answer to an evaluation. An unreadable answer is `undecided`, not failed. */
export function judgeVerdict(
  { gives, scale: { from, to } }: JudgeSettings,
  answer: Json,
): Evaluation {
  const fields = toFields(answer)
  const explanation = readReason(fields)
  if (gives === 'pass') {
    const { pass } = fields
    if (typeof pass !== 'boolean') return noVerdict(answer)
    return pass ? passed(explanation) : failed(explanation)
  }
  const { score } = fields
  if (typeof score !== 'number') return noVerdict(answer)
  if (score < from || score > to) {
    return undecided(`no verdict: the judge gave ${score} on a scale from ${from} to ${to}`)
  }
  const reason = `${score} of ${from} to ${to}: ${explanation}`
  return { status: 'scored', score: (score - from) / (to - from), reason }
}

const toFields = (answer: Json): JsonObject =>
  typeof answer === 'object' && answer !== null && !Array.isArray(answer) ? answer : {}

const readReason = ({ reason: reasonField }: JsonObject): string =>
  typeof reasonField === 'string' && reasonField.trim() !== ''
    ? reasonText(reasonField.trim())
    : 'the judge gave no reason'

const noVerdict = (answer: Json): Evaluation =>
  undecided(`no verdict: the judge answered ${quote(answer)}`)

const WINNERS = ['first', 'second', 'tie']

export const pairSchema: JsonObject = objectSchema({
  reason: {
    type: 'string',
    description: 'Why, in a sentence or two. Written before the winner is named.',
  },
  winner: { type: 'string', enum: WINNERS, description: 'Which of the two is better' },
})

/** The baseline compared with itself scores as a tie. */
export const baselineEvaluation: Evaluation = {
  status: 'scored',
  score: 0.5,
  reason: 'this is the baseline that the others are compared with',
}

/**
 * Combines two judge answers: one with the baseline first, one with the variant first. A judge that
 * prefers a position contradicts itself, which counts as a tie.
 */
export function pairVerdict(baselineFirst: Json, variantFirst: Json): Evaluation {
  const firstWinner = readWinner(baselineFirst)
  if (firstWinner === undefined) return noVerdict(baselineFirst)
  const secondWinner = readWinner(variantFirst)
  if (secondWinner === undefined) return noVerdict(variantFirst)
  const firstReason = readReason(toFields(baselineFirst))
  const scores = [winnerScore(firstWinner, 'second'), winnerScore(secondWinner, 'first')]
  const [first = 0, second = 0] = scores
  if (first === second) return { status: 'scored', score: 0.5 + first / 2, reason: firstReason }
  const reason = `a tie, because the judge changes its answer with the order: ${firstReason}`
  return { status: 'scored', score: 0.5, reason }
}

function readWinner(answer: Json): string | undefined {
  const { winner } = toFields(answer)
  return typeof winner === 'string' && WINNERS.includes(winner) ? winner : undefined
}

/** Returns 1 if the variant in this position won, −1 if it lost, 0 for a tie. */
const winnerScore = (winner: string, position: 'first' | 'second'): number => {
  if (winner === 'tie') return 0
  return winner === position ? 1 : -1
}
