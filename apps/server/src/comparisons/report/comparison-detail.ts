import {
  type ComparisonDetail,
  type ComparisonPlan,
  countEndedCells,
  type LatestVerdict,
} from '@lathe/contract'
import { findPrimaryMetric } from '@lathe/verdicts'
import type { Queries } from '../../platform/db/db.ts'
import { fromJson, fromJsonOrNull } from '../../platform/db/json.ts'
import {
  cachedVerdict,
  type ComparisonRow,
  countCells,
  readPlan,
  toComparison,
} from '../api/comparisons.store.ts'
import { listBatches, toBatch } from '../batches/batches.store.ts'
import { judgeSpending } from '../judging/verdicts.store.ts'
import { listPlannedVotes } from '../judging/votes.store.ts'
import { createPlanFilter } from '../plan/selection.ts'
import { nextChange } from '../runner/cells.store.ts'
import { type GridOptions, partsByCase, readGrid } from './grid.ts'

type DetailOptions = {
  firstCases?: number | undefined
  partialOutput?: GridOptions['partialOutput']
}

/** Returns the comparison with the cells of its plan, evaluated by the plan's evaluators. */
export async function toDetail(
  db: Queries,
  row: ComparisonRow,
  { firstCases, partialOutput }: DetailOptions = {},
): Promise<ComparisonDetail> {
  const plan = readPlan(row)
  const cursor = await readCursor(db, row)
  const cases = plan.cases.slice(0, firstCases)
  const grid = await readGrid(db, row, { plan, parts: partsByCase(plan, cases), partialOutput })
  const counts =
    firstCases === undefined ? countEndedCells(grid) : (await countCells(db, [row.id])).get(row.id)
  return {
    ...toComparison(row, counts),
    ...(await detailWithoutCells(db, row, { plan, cases, cursor })),
    plan,
    grid,
  }
}

type DetailWithoutCells = Pick<
  ComparisonDetail,
  'judging' | 'votes' | 'batches' | 'latestVerdict' | 'stopReason' | 'spent' | 'cursor'
>
type DetailInput = { plan: ComparisonPlan; cases: ComparisonPlan['cases']; cursor: ChangeCursor }

export async function detailWithoutCells(
  db: Queries,
  row: ComparisonRow,
  { plan, cases, cursor }: DetailInput,
): Promise<DetailWithoutCells> {
  const { workspace_id: workspaceId, id } = row
  const [judging, votes, batches] = await Promise.all([
    judgeSpending(db, workspaceId, id),
    listPlannedVotes(db, workspaceId, id, createPlanFilter({ ...plan, cases })),
    listBatches(db, workspaceId, id),
  ])
  return {
    judging,
    votes,
    batches: batches.map(toBatch),
    latestVerdict: latestVerdict(row, plan),
    stopReason: row.stop_reason,
    spent: row.stop_reason === 'budget' ? fromJsonOrNull(row.spent) : null,
    cursor: formatCursor(cursor),
  }
}

function latestVerdict(row: ComparisonRow, plan: ComparisonPlan): LatestVerdict | null {
  const cached = cachedVerdict(row)
  const metric = findPrimaryMetric(plan)
  if (!cached || !metric) return null
  return {
    by: metric.id,
    variants: cached.variants.flatMap(({ variant, name, sentence, ruling, finished, errors }) =>
      ruling === null || finished + errors === 0 ? [] : [{ variant, name, sentence, ruling }],
    ),
  }
}

/** The state of a comparison at the time of a read. */
export type ChangeCursor = {
  /** Identifies the set of cells. A new revision or a rerun may have removed cells. */
  cellSet: string
  status: string
  /** Changes numbered below this have been read. */
  next: number
}

/** Read this before the cells. */
export const readCursor = async (db: Queries, row: ComparisonRow): Promise<ChangeCursor> => ({
  cellSet: `${row.revision}-${fromJson(row.asked)[0]?.at ?? 0}`,
  status: row.status,
  next: await nextChange(db, row.id),
})

const formatCursor = ({ cellSet, status, next }: ChangeCursor): string =>
  `${cellSet}.${status}.${next}`

/** Returns undefined if the cursor is malformed. */
export function parseCursor(text: string): ChangeCursor | undefined {
  const [cellSet, status, next] = text.split('.')
  if (!cellSet || !status || !/^\d{1,15}$/.test(next ?? '')) return undefined
  return { cellSet, status, next: Number(next) }
}
