import type { Experiment } from '@lathe/contract'
import type { Queries } from '../../db/db.ts'
import { fromJsonOrNull } from '../../db/json.ts'
import type { DatasetRow } from './datasets.store.ts'

/** Newest first, with the means of what is known of their traces. */
export async function listExperiments(
  db: Queries,
  { workspace_id: workspaceId, id }: DatasetRow,
): Promise<Experiment[]> {
  const projects = await db
    .selectFrom('projects')
    .select(['id', 'name', 'created_at'])
    .where('workspace_id', '=', workspaceId)
    .where('reference_dataset_id', '=', id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  if (projects.length === 0) return []
  const ids = projects.map((project) => project.id)
  const [traces, scores] = await Promise.all([
    db
      .selectFrom('traces')
      .select(['project_id', 'status', 'started_at', 'ended_at'])
      .where('workspace_id', '=', workspaceId)
      .where('project_id', 'in', ids)
      .execute(),
    db
      .selectFrom('feedback')
      .select(['project_id', 'key', 'score'])
      .where('workspace_id', '=', workspaceId)
      .where('project_id', 'in', ids)
      .where('span_id', 'is not', null)
      .execute(),
  ])
  const tracesOf = Map.groupBy(traces, (row) => row.project_id)
  const scoresOf = Map.groupBy(scores, (row) => row.project_id)
  return projects.map((project) => {
    const own = tracesOf.get(project.id) ?? []
    const latencies = own.flatMap(({ started_at: from, ended_at: to }) =>
      to === null ? [] : [(to - from) / 1_000],
    )
    return {
      id: project.id,
      name: project.name,
      traces: own.length,
      errors: own.filter(({ status }) => status === 'error').length,
      latencyMs: latencies.length === 0 ? null : mean(latencies),
      scores: meansOf(scoresOf.get(project.id) ?? []),
      createdAt: project.created_at,
    }
  })
}

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length

type Scored = { key: string; score: Parameters<typeof fromJsonOrNull<number | boolean>>[0] }

/** Passed counts as 1 and failed as 0; what has no score is not counted. */
function meansOf(rows: readonly Scored[]): Experiment['scores'] {
  const byKey = Map.groupBy(rows, ({ key }) => key)
  return [...byKey]
    .map(([key, some]) => {
      const values = some.flatMap(({ score }) => {
        const value = fromJsonOrNull(score)
        return value === null ? [] : [Number(value)]
      })
      return { key, values }
    })
    .filter(({ values }) => values.length > 0)
    .map(({ key, values }) => ({ key, count: values.length, mean: mean(values) }))
    .toSorted((a, b) => a.key.localeCompare(b.key))
}
