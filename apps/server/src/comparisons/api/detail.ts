import {
  type ComparisonDetail,
  type ComparisonPlan,
  countEndedCells,
  type LatestVerdict,
} from '@lathe/contract'
import type { Queries } from '../../platform/db/db.ts'
import { fromJsonOrNull } from '../../platform/db/json.ts'
import { listBatches, toBatch } from '../batches/batches.store.ts'
import {
  type ComparisonRow,
  countCells,
  keptVerdict,
  planOf,
  toComparison,
} from './comparisons.store.ts'
import { judgingSpent } from '../judging/judging-spent.ts'
import { votesOn } from '../judging/votes.store.ts'
import { type Mark, markOf, markText } from './mark.ts'
import { type GridOptions, partsByCase, plannedIn, readGrid } from '../report/read-grid.ts'
import { chosenYardstick } from '../report/verdict.ts'

type DetailOptions = { firstCases?: number | undefined; said?: GridOptions['said'] }

/** Returns the comparison with the cells of its plan, evaluated by the plan's evaluators. */
export async function toDetail(
  db: Queries,
  row: ComparisonRow,
  { firstCases, said }: DetailOptions = {},
): Promise<ComparisonDetail> {
  const plan = planOf(row)
  const mark = await markOf(db, row)
  const cases = plan.cases.slice(0, firstCases)
  const grid = await readGrid(db, row, { plan, parts: partsByCase(plan, cases), said })
  const counts =
    firstCases === undefined ? countEndedCells(grid) : (await countCells(db, [row.id])).get(row.id)
  return {
    ...toComparison(row, counts),
    ...(await besidesCells(db, row, { plan, cases, mark })),
    plan,
    grid,
  }
}

type Besides = Pick<
  ComparisonDetail,
  'judging' | 'votes' | 'batches' | 'latestVerdict' | 'stopReason' | 'spent' | 'cursor'
>
type Read = { plan: ComparisonPlan; cases: ComparisonPlan['cases']; mark: Mark }

export async function besidesCells(
  db: Queries,
  row: ComparisonRow,
  { plan, cases, mark }: Read,
): Promise<Besides> {
  const { workspace_id: workspaceId, id } = row
  const [judging, votes, batches] = await Promise.all([
    judgingSpent(db, workspaceId, id),
    votesOn(db, workspaceId, id, plannedIn({ ...plan, cases })),
    listBatches(db, workspaceId, id),
  ])
  return {
    judging,
    votes,
    batches: batches.map(toBatch),
    latestVerdict: latestVerdict(row, plan),
    stopReason: row.stop_reason,
    spent: row.stop_reason === 'budget' ? fromJsonOrNull(row.spent) : null,
    cursor: markText(mark),
  }
}

function latestVerdict(row: ComparisonRow, plan: ComparisonPlan): LatestVerdict | null {
  const kept = keptVerdict(row)
  const { yardstick } = chosenYardstick(plan, undefined)
  if (!kept || !yardstick) return null
  return {
    by: yardstick.id,
    variants: kept.variants.flatMap(({ variant, name, sentence, ruling, finished, errors }) =>
      ruling === null || finished + errors === 0 ? [] : [{ variant, name, sentence, ruling }],
    ),
  }
}
