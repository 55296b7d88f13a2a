import type { Experiment, SummaryScore } from '@lathe/contract'
import { sql } from 'kysely'
import type { Queries } from '../../platform/db/db.ts'
import { summarizeScores } from './score-summaries.store.ts'
import { scoreNumber } from '../../traces/query/feedback-scores.ts'
import { fromJsonOrNull } from '../../platform/db/json.ts'
import { excerpt } from './excerpt.ts'

type Which = { dataset?: string; ids?: readonly string[]; limit?: number }

/** Lists experiments, newest first, with the means of their traces. */
export async function listExperiments(
  db: Queries,
  workspaceId: string,
  { dataset, ids, limit = 500 }: Which,
): Promise<Experiment[]> {
  const projects = await db
    .selectFrom('projects as p')
    .innerJoin('datasets as d', 'd.id', 'p.reference_dataset_id')
    .select(['p.id', 'p.name', 'p.description', 'p.created_at'])
    .select(['d.id as dataset_id', 'd.name as dataset_name'])
    .where('p.workspace_id', '=', workspaceId)
    .where('d.workspace_id', '=', workspaceId)
    .where('d.deleted_at', 'is', null)
    .$if(dataset !== undefined, (query) => query.where('d.id', '=', dataset ?? ''))
    .$if(ids !== undefined, (query) => query.where('p.id', 'in', ids ?? []))
    .orderBy('p.created_at', 'desc')
    .orderBy('p.id', 'desc')
    .limit(limit)
    .execute()
  if (projects.length === 0) return []
  const named = projects.map(({ id }) => id)
  const [traces, scores, overall] = await Promise.all([
    tracesOf(db, workspaceId, named),
    summarizeScores(db, workspaceId, named),
    listOverall(db, workspaceId, named),
  ])
  return projects.map((project) => {
    const own = traces.get(project.id)
    return {
      id: project.id,
      name: project.name,
      description: project.description ?? '',
      dataset: { id: project.dataset_id, name: project.dataset_name },
      traces: Number(own?.traces ?? 0),
      errors: Number(own?.errors ?? 0),
      latencyMs: own?.latency == null ? null : Number(own.latency) / 1_000,
      ...(scores.get(project.id) ?? { scores: [], categories: [] }),
      overall: overall.get(project.id) ?? [],
      createdAt: project.created_at,
    }
  })
}

export const findExperiment = async (
  db: Queries,
  workspaceId: string,
  id: string,
): Promise<Experiment | undefined> => {
  const [found] = await listExperiments(db, workspaceId, { ids: [id] })
  return found
}

async function tracesOf(db: Queries, workspaceId: string, ids: readonly string[]) {
  const rows = await db
    .selectFrom('traces')
    .select(({ fn }) => [
      'project_id',
      fn.countAll<number | string>().as('traces'),
      sql<number | string>`sum(case status when 'error' then 1 else 0 end)`.as('errors'),
      sql<number | string | null>`avg(ended_at - started_at - waited_micros)`.as('latency'),
    ])
    .where('workspace_id', '=', workspaceId)
    .where('project_id', 'in', ids)
    .groupBy('project_id')
    .execute()
  return new Map(rows.map((row) => [row.project_id, row]))
}

/** Lists feedback on experiments as a whole: the newest of each key, by name. */
async function listOverall(
  db: Queries,
  workspaceId: string,
  ids: readonly string[],
): Promise<Map<string, SummaryScore[]>> {
  const rows = await db
    .selectFrom('feedback')
    .select(['project_id', 'key', 'value', 'comment', scoreNumber.as('number')])
    .where('workspace_id', '=', workspaceId)
    .where('project_id', 'in', ids)
    .where('span_id', 'is', null)
    .where('trace_id', 'is', null)
    .where('comparative_id', 'is', null)
    .orderBy('key')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const newest = new Map<string, Map<string, SummaryScore>>()
  for (const { project_id: project, key, value, comment, number } of rows) {
    const own = newest.get(project ?? '') ?? new Map<string, SummaryScore>()
    const text = excerpt(fromJsonOrNull(value))
    own.set(key, {
      key,
      score: number,
      value: text === '' ? null : text,
      comment,
    })
    newest.set(project ?? '', own)
  }
  return new Map([...newest].map(([project, own]) => [project, [...own.values()]]))
}
