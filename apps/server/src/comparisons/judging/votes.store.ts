import type { PairVote } from '@lathe/contract'
import type { Selectable } from 'kysely'
import { v7 } from 'uuid'
import type { Queries } from '../../platform/db/db.ts'
import type { ComparisonVotesTable } from '../../platform/db/tables/comparisons.ts'
import { now } from '../../platform/time.ts'
import type { CellRow } from '../runner/cells.store.ts'

export type VoteRow = Selectable<ComparisonVotesTable>

type Pair = Pick<VoteRow, 'workspace_id' | 'comparison_id'> & { first: string; second: string }

const OPPOSITE = { first: 'second', second: 'first', tie: 'tie' } as const

/** Stores a vote. The newest vote on a pair of runs counts, in either order; null removes it. */
export async function storeVote(
  db: Queries,
  { first, second, ...comparison }: Pair,
  winner: PairVote['winner'] | null,
): Promise<void> {
  const isSwapped = second < first
  const pair = {
    ...comparison,
    first_run_id: isSwapped ? second : first,
    second_run_id: isSwapped ? first : second,
  }
  if (winner === null) {
    await db
      .deleteFrom('comparison_votes')
      .where((eb) => eb.and(pair))
      .execute()
    return
  }
  const storedWinner = isSwapped ? OPPOSITE[winner] : winner
  await db
    .insertInto('comparison_votes')
    .values({ ...pair, id: v7(), winner: storedWinner, created_at: now() })
    .onConflict((conflict) =>
      conflict
        .columns(['comparison_id', 'first_run_id', 'second_run_id'])
        .doUpdateSet({ winner: storedWinner, created_at: now() }),
    )
    .execute()
}

const QUERY_BATCH_SIZE = 500

const listVotes = (db: Queries, workspaceId: string, comparisonId: string): Promise<VoteRow[]> =>
  db
    .selectFrom('comparison_votes')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('comparison_id', '=', comparisonId)
    .orderBy('id')
    .execute()

type VotedCell = Pick<CellRow, 'variant' | 'case_key' | 'repeat' | 'run_id'>

/** Returns votes on outputs that the planned cells still have. */
export async function listPlannedVotes(
  db: Queries,
  workspaceId: string,
  comparisonId: string,
  isPlanned: (cell: VotedCell) => boolean,
): Promise<PairVote[]> {
  const votes = await listVotes(db, workspaceId, comparisonId)
  const runs = votes.flatMap(({ first_run_id: first, second_run_id: second }) => [first, second])
  const cells = await listVotedCells(db, comparisonId, [...new Set(runs)])
  return toPairVotes(cells.filter(isPlanned), votes)
}

async function listVotedCells(
  db: Queries,
  comparisonId: string,
  runs: string[],
): Promise<VotedCell[]> {
  const cells: VotedCell[] = []
  for (let from = 0; from < runs.length; from += QUERY_BATCH_SIZE) {
    const rows = await db
      .selectFrom('comparison_cells')
      .select(['variant', 'case_key', 'repeat', 'run_id'])
      .where('comparison_id', '=', comparisonId)
      .where('run_id', 'in', runs.slice(from, from + QUERY_BATCH_SIZE))
      .orderBy('id')
      .execute()
    cells.push(...rows)
  }
  return cells
}

function toPairVotes(cells: readonly VotedCell[], votes: readonly VoteRow[]): PairVote[] {
  const byRun = Map.groupBy(cells, ({ run_id: run }) => run ?? '')
  return votes.flatMap(({ first_run_id: first, second_run_id: second, winner }) => {
    const secondCells = byRun.get(second) ?? []
    for (const { case_key, repeat, variant } of byRun.get(first) ?? []) {
      const candidates = secondCells.filter(
        (cell) => cell.case_key === case_key && cell.variant !== variant,
      )
      const match = candidates.find((cell) => cell.repeat === repeat) ?? candidates[0]
      if (match) return [{ case: case_key, repeat, first: variant, second: match.variant, winner }]
    }
    return []
  })
}
