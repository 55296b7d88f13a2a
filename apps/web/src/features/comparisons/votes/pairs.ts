import type { Cell, ComparisonCase, ComparisonPlan, PairVote } from '@lathe/contract'
import { cellText } from '../cells/cell-output.tsx'
import { type CellGrid, cellsAt } from '../grid/cell-grid.ts'

/** Two outputs of a case in random order. */
export type Pair = { key: string; row: ComparisonCase; left: Cell; right: Cell }

/**
 * Pairs of the same repeat with different outputs. The order is derived from the random digits of
 * the run ids, so it is stable.
 */
export function pairsToVote(
  { cases, variants }: Pick<ComparisonPlan, 'cases' | 'variants'>,
  grid: CellGrid,
): Pair[] {
  return cases
    .flatMap((row) => {
      const finished = variants
        .flatMap(({ key }) => cellsAt(grid, key, row.key))
        .filter(({ status }) => status === 'success')
      return finished.flatMap((one, at) =>
        finished
          .slice(at + 1)
          .filter(({ variant, repeat }) => variant !== one.variant && repeat === one.repeat)
          .filter((other) => cellText(one) !== cellText(other))
          .map((other) => shuffled(row, one, other)),
      )
    })
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
}

const SHUFFLED = 8

function shuffled(row: ComparisonCase, one: Cell, other: Cell): Pair {
  const tails = [one, other].map(({ runId }) => (runId ?? '').slice(-SHUFFLED))
  const digits = tails.map((tail) => Number.parseInt(tail.at(-1) ?? '', 16) || 0)
  const isTurned = digits.reduce((sum, digit) => sum + digit, 0) % 2 === 1
  const [left, right] = isTurned ? [other, one] : [one, other]
  return { key: `${tails.toReversed().join('')} ${one.id} ${other.id}`, row, left, right }
}

/** The preferred side. Undefined before a vote. */
export function voteOn(
  { row, left, right }: Pair,
  votes: readonly PairVote[],
): 'left' | 'right' | 'tie' | undefined {
  const found = votes.find(
    ({ case: key, repeat, first, second }) =>
      key === row.key &&
      repeat === left.repeat &&
      [first, second].includes(left.variant) &&
      [first, second].includes(right.variant),
  )
  if (!found || found.winner === 'tie') return found && 'tie'
  return found[found.winner] === left.variant ? 'left' : 'right'
}
