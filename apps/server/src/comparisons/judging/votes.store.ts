import type { PairVote } from '@lathe/contract'
import type { Selectable } from 'kysely'
import { v7 } from 'uuid'
import type { Queries } from '../../platform/db/db.ts'
import type { ComparisonVotesTable } from '../../platform/db/tables/comparisons.ts'
import { now } from '../../platform/time.ts'
import type { CellRow } from '../runner/cells.store.ts'

export type VoteRow = Selectable<ComparisonVotesTable>

type Pair = Pick<VoteRow, 'workspace_id' | 'comparison_id'> & { first: string; second: string }

const turned = { first: 'second', second: 'first', tie: 'tie' } as const

/** Stores a vote. The newest vote on a pair of runs counts, in either order; null removes it. */
export async function keepVote(
  db: Queries,
  { first, second, ...place }: Pair,
  winner: PairVote['winner'] | null,
): Promise<void> {
  const isTurned = second < first
  const pair = {
    ...place,
    first_run_id: isTurned ? second : first,
    second_run_id: isTurned ? first : second,
  }
  if (winner === null) {
    await db
      .deleteFrom('comparison_votes')
      .where((eb) => eb.and(pair))
      .execute()
    return
  }
  const said = isTurned ? turned[winner] : winner
  await db
    .insertInto('comparison_votes')
    .values({ ...pair, id: v7(), winner: said, created_at: now() })
    .onConflict((conflict) =>
      conflict
        .columns(['comparison_id', 'first_run_id', 'second_run_id'])
        .doUpdateSet({ winner: said, created_at: now() }),
    )
    .execute()
}

const AT_ONCE = 500

const listVotes = (db: Queries, workspaceId: string, comparisonId: string): Promise<VoteRow[]> =>
  db
    .selectFrom('comparison_votes')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('comparison_id', '=', comparisonId)
    .orderBy('id')
    .execute()

type Voted = Pick<CellRow, 'variant' | 'case_key' | 'repeat' | 'run_id'>

/** Returns votes on outputs that the planned cells still have. */
export async function votesOn(
  db: Queries,
  workspaceId: string,
  comparisonId: string,
  isPlanned: (cell: Voted) => boolean,
): Promise<PairVote[]> {
  const votes = await listVotes(db, workspaceId, comparisonId)
  const runs = votes.flatMap(({ first_run_id: first, second_run_id: second }) => [first, second])
  const cells = await listVoted(db, comparisonId, [...new Set(runs)])
  return onCells(cells.filter(isPlanned), votes)
}

async function listVoted(db: Queries, comparisonId: string, runs: string[]): Promise<Voted[]> {
  const cells: Voted[] = []
  for (let from = 0; from < runs.length; from += AT_ONCE) {
    const found = await db
      .selectFrom('comparison_cells')
      .select(['variant', 'case_key', 'repeat', 'run_id'])
      .where('comparison_id', '=', comparisonId)
      .where('run_id', 'in', runs.slice(from, from + AT_ONCE))
      .orderBy('id')
      .execute()
    cells.push(...found)
  }
  return cells
}

function onCells(cells: readonly Voted[], votes: readonly VoteRow[]): PairVote[] {
  const byRun = Map.groupBy(cells, ({ run_id: run }) => run ?? '')
  return votes.flatMap(({ first_run_id: first, second_run_id: second, winner }) => {
    const others = byRun.get(second) ?? []
    for (const one of byRun.get(first) ?? []) {
      const sameCase = others.filter(
        ({ case_key: key, variant }) => key === one.case_key && variant !== one.variant,
      )
      const other = sameCase.find(({ repeat }) => repeat === one.repeat) ?? sameCase[0]
      if (other) {
        const { case_key: key, repeat, variant } = one
        return [{ case: key, repeat, first: variant, second: other.variant, winner }]
      }
    }
    return []
  })
}
