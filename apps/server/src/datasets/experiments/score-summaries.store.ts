import type { Experiment } from '@lathe/contract'
import { sql } from 'kysely'
import type { Queries } from '../../platform/db/db.ts'
import { fromJsonOrNull } from '../../platform/db/json.ts'
import { scoreNumber } from '../../traces/query/feedback-scores.ts'
import { LONGEST_CATEGORY, readCategory } from './said.store.ts'

/** Maximum categories listed per key. */
const MOST_CATEGORIES = 20

type Summary = Pick<Experiment, 'scores' | 'categories'>

/**
 * Returns mean scores and category counts of each experiment, by the rules that comparisons use. Only the newest
 * feedback of each key on the root of an ended trace counts. An errored run fails every score between 0 and 1.
 */
export async function summarizeScores(
  db: Queries,
  workspaceId: string,
  ids: readonly string[],
): Promise<Map<string, Summary>> {
  const rows = await readNewest(db, workspaceId, ids)
  const errors = await countErrors(db, workspaceId, [...new Set(rows.map((row) => row.project))])
  const byProject = Map.groupBy(rows, ({ project }) => project)
  return new Map(
    [...byProject].map(([project, own]) => [project, summarize(own, errors.get(project) ?? 0)]),
  )
}

type Row = {
  project: string
  key: string
  category: string | null
  count: number
  scored: number
  sum: number
  min: number | null
  max: number | null
}

function summarize(rows: readonly Row[], errors: number): Summary {
  const summary: Summary = { scores: [], categories: [] }
  for (const [key, own] of Map.groupBy(rows, (row) => row.key)) {
    const scored = own.reduce((sum, row) => sum + row.scored, 0)
    const isUnit = own.every(({ min, max }) => (min ?? 0) >= 0 && (max ?? 0) <= 1)
    const hasScore = own.some(({ min }) => min !== null)
    const count = isUnit ? scored + errors : scored
    if (hasScore && count > 0)
      summary.scores.push({ key, count, mean: own.reduce((sum, row) => sum + row.sum, 0) / count })
    const values = countCategories(own)
    if (values.length > 0)
      summary.categories.push({ key, values: values.slice(0, MOST_CATEGORIES) })
  }
  return summary
}

function countCategories(rows: readonly Row[]) {
  const counts = new Map<string, number>()
  for (const { category, count } of rows)
    if (category !== null) counts.set(category, (counts.get(category) ?? 0) + count)
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .toSorted((a, b) => b.count - a.count || a.value.localeCompare(b.value))
}

async function readNewest(
  db: Queries,
  workspaceId: string,
  ids: readonly string[],
): Promise<Row[]> {
  const newest = db
    .selectFrom('feedback')
    .innerJoin('traces', (join) =>
      join
        .onRef('traces.workspace_id', '=', 'feedback.workspace_id')
        .onRef('traces.id', '=', 'feedback.trace_id')
        .onRef('traces.root_id', '=', 'feedback.span_id'),
    )
    .where('feedback.workspace_id', '=', workspaceId)
    .where('feedback.project_id', 'in', ids)
    .where('feedback.comparative_id', 'is', null)
    .where('traces.status', 'in', ['success', 'error'])
    .where((eb) =>
      eb.or([eb('feedback.score', 'is not', null), eb('feedback.value', 'is not', null)]),
    )
    .select(['feedback.project_id', 'feedback.key', 'feedback.score', 'traces.status'])
    .select([
      sql<string | null>`case when length(feedback.value) <= ${LONGEST_CATEGORY + 2}
        then feedback.value end`.as('value'),
      sql<number>`row_number() over (partition by feedback.span_id, feedback.key
        order by feedback.created_at desc, feedback.id desc)`.as('rank'),
    ])
  const rows = await db
    // The alias has the name that the shared expression of a score reads.
    .selectFrom(newest.as('feedback'))
    .where('rank', '=', 1)
    .select(['project_id', 'key', 'value'])
    .select(({ fn }) => [
      fn.countAll<number | string>().as('count'),
      sql<number | string>`sum(case when status = 'success' and score is not null
        then 1 else 0 end)`.as('scored'),
      sql<number | null>`sum(case when status = 'success' then ${scoreNumber} end)`.as('sum'),
      sql<number | null>`min(${scoreNumber})`.as('min'),
      sql<number | null>`max(${scoreNumber})`.as('max'),
    ])
    .groupBy(['project_id', 'key', 'value'])
    .orderBy('key')
    .execute()
  return rows.map((row) => ({
    project: row.project_id ?? '',
    key: row.key,
    category: readCategory(fromJsonOrNull(row.value) ?? undefined),
    count: Number(row.count),
    scored: Number(row.scored),
    sum: row.sum ?? 0,
    min: row.min,
    max: row.max,
  }))
}

async function countErrors(db: Queries, workspaceId: string, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, number>()
  const rows = await db
    .selectFrom('traces')
    .select(({ fn }) => ['project_id', fn.countAll<number | string>().as('count')])
    .where('workspace_id', '=', workspaceId)
    .where('project_id', 'in', ids)
    .where('root_id', 'is not', null)
    .where('status', '=', 'error')
    .groupBy('project_id')
    .execute()
  return new Map(rows.map((row) => [row.project_id ?? '', Number(row.count)]))
}
