import type { Evaluation, Json, JsonObject } from '@lathe/contract'
import { fieldsOf, noVerdict, objectOf, reasonOf } from './judge.ts'

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
