import type { Cell, ComparisonCase, ComparisonPlan, PairVote } from '@lathe/contract'
import { cellText } from '../cells/cell-output.tsx'
import { type CellGrid, cellsAt } from '../grid/cell-grid.ts'

/** Two outputs of a case in random order. */
export type Pair = { key: string; row: ComparisonCase; left: Cell; right: Cell }

/**
 * Pairs of the same repeat with different outputs. The order is derived from the random digits of
 * the run ids, so it is stable.
 */
export function listVotingPairs(
  { cases, variants }: Pick<ComparisonPlan, 'cases' | 'variants'>,
  grid: CellGrid,
): Pair[] {
  return cases
    .flatMap((row) => {
      const finished = variants
        .flatMap(({ key }) => cellsAt(grid, key, row.key))
        .filter(({ status }) => status === 'success')
      return finished.flatMap((firstCell, index) =>
        finished
          .slice(index + 1)
          .filter(
            ({ variant, repeat }) => variant !== firstCell.variant && repeat === firstCell.repeat,
          )
          .filter((other) => cellText(firstCell) !== cellText(other))
          .map((other) => shufflePair(row, firstCell, other)),
      )
    })
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
}

const SHUFFLED = 8

function shufflePair(row: ComparisonCase, first: Cell, other: Cell): Pair {
  const tails = [first, other].map(({ runId }) => (runId ?? '').slice(-SHUFFLED))
  const digits = tails.map((tail) => Number.parseInt(tail.at(-1) ?? '', 16) || 0)
  const isSwapped = digits.reduce((sum, digit) => sum + digit, 0) % 2 === 1
  const [left, right] = isSwapped ? [other, first] : [first, other]
  return { key: `${tails.toReversed().join('')} ${first.id} ${other.id}`, row, left, right }
}

/** The preferred side. Undefined before a vote. */
export function findVote(
  { row, left, right }: Pair,
  votes: readonly PairVote[],
): 'left' | 'right' | 'tie' | undefined {
  const vote = votes.find(
    ({ case: key, repeat, first, second }) =>
      key === row.key &&
      repeat === left.repeat &&
      [first, second].includes(left.variant) &&
      [first, second].includes(right.variant),
  )
  if (!vote || vote.winner === 'tie') return vote && 'tie'
  return vote[vote.winner] === left.variant ? 'left' : 'right'
}
