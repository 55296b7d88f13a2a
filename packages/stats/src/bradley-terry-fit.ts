import { connection, type Wins } from './votes.ts'

const ROUNDS = 10_000
const CLOSE_ENOUGH = 1e-10

/** Each variant is given half a win against each other: the strengths are then finite whatever was voted. */
const HALF_A_WIN = 0.5

/**
 * Log strengths that sum to zero; A beats B with probability 1 / (1 + exp(B − A)). Maximum likelihood of Bradley and
 * Terry 1952 by the minorisation of Hunter 2004.
 */
function maximumLikelihood({ names, wins }: Wins, prior: number): Float64Array {
  const size = names.length
  const others = Array.from({ length: size }, (_, at) => at)
  const won = others.map((row) =>
    others.reduce((sum, column) => {
      return row === column ? sum : sum + (wins[row * size + column] ?? 0) + prior
    }, 0),
  )
  const met = wins.map((count, cell) => {
    const mirrored = (cell % size) * size + Math.floor(cell / size)
    return count + (wins[mirrored] ?? 0) + 2 * prior
  })
  let strengths = new Float64Array(size).fill(1)
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = strengths
    const next = before.map((own, row) => {
      let denominator = 0
      for (const column of others) {
        if (column === row) continue
        denominator += (met[row * size + column] ?? 0) / (own + (before[column] ?? 1))
      }
      return (won[row] ?? 0) / denominator
    })
    const scale = Math.exp(next.reduce((sum, value) => sum + Math.log(value), 0) / size)
    strengths = next.map((value) => value / scale)
    if (strengths.every((value, at) => Math.abs(value / (before[at] ?? 1) - 1) < CLOSE_ENOUGH))
      break
  }
  return strengths.map(Math.log)
}

/** Where the votes determine no finite strengths, half a win each way is added to every pair. */
export function fitStrengths(wins: Wins) {
  const problem = connection(wins)
  return { problem, logs: maximumLikelihood(wins, problem === 'connected' ? 0 : HALF_A_WIN) }
}
