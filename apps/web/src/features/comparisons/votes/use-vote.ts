import type { ComparisonDetail } from '@lathe/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { client } from '../../../lib/api.ts'
import { useComparison } from '../comparison-context.ts'
import { readAnew, wholeKey } from '../whole-query.ts'
import type { Pair } from './pairs.ts'

export type Side = 'left' | 'right' | 'tie'

const winners = { left: 'first', right: 'second', tie: 'tie' } as const

/** Counts at once, and is taken back when it could not be kept. */
export function useVote() {
  const { id } = useComparison().detail
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ pair: { left, right }, side }: { pair: Pair; side: Side }) =>
      client.comparisons.vote({ id, first: left.id, second: right.id, winner: winners[side] }),
    onMutate: ({ pair, side }) =>
      queries.setQueryData(
        wholeKey(id),
        (before: ComparisonDetail | undefined) => before && withVote(before, pair, side),
      ),
    onError: () => readAnew(queries, id),
  })
}

function withVote(detail: ComparisonDetail, { row, left, right }: Pair, side: Side) {
  const pair = [left.variant, right.variant]
  const others = detail.votes.filter(
    ({ case: key, repeat, first, second }) =>
      key !== row.key || repeat !== left.repeat || !pair.includes(first) || !pair.includes(second),
  )
  const vote = {
    case: row.key,
    repeat: left.repeat,
    first: left.variant,
    second: right.variant,
    winner: winners[side],
  }
  return { ...detail, votes: [...others, vote] }
}
