import { toObject, toIso } from '@lathe/traces'
import * as z from 'zod'
import { fromJson } from '../../../platform/db/json.ts'
import {
  DEFAULT_PROJECT,
  ensureProject,
  type ProjectRow,
} from '../../../traces/ingest/projects.store.ts'
import { now } from '../../../platform/time.ts'
import type { Call } from '../../call.ts'
import { jsonObject, matchesMetadata } from '../datasets/metadata-filter.ts'
import { repeated, Uuid } from '../query-values.ts'
import type { Queries } from '../../../platform/db/db.ts'
import { feedbackStats } from '../feedback/feedback-stats.ts'
import { toWireFeedback } from '../feedback/wire-feedback.ts'
import { knownDollars, percentile } from '../runs/run-stats.ts'

/** Search fields shared by both API versions. */
export const projectSearch = {
  id: repeated(Uuid),
  name: z.string().optional(),
  name_contains: z.string().optional(),
  metadata: jsonObject.optional(),
}

/** Experiments are projects with a dataset. */
export type ProjectKind = 'PROJECT' | 'EXPERIMENT'

type ProjectQuery = z.infer<z.ZodObject<typeof projectSearch>> & {
  /** Experiments on any of these datasets. */
  datasets?: string[] | null | undefined
  kinds?: readonly string[] | null | undefined
  sortBy?: 'name' | 'created_at'
  order?: 'asc' | 'desc'
  /** Sort value and id of the last item of the previous page. */
  after?: readonly [string | number, string] | undefined
  offset?: number
  limit: number
}

/** Returns one page, newest first by default, and whether there are more. */
export async function findProjects(
  { context: { db, workspaceId } }: Call,
  {
    sortBy: sortField = 'created_at',
    order = 'desc',
    after,
    offset = 0,
    limit,
    ...filters
  }: ProjectQuery,
): Promise<{ rows: ProjectRow[]; hasMore: boolean }> {
  // Clients read the workspace id from the first project, so one must exist.
  await ensureProject(db, workspaceId, { name: DEFAULT_PROJECT, createdAt: now() })
  const { id: ids, name, name_contains: part, metadata, datasets, kinds } = filters
  let query = db
    .selectFrom('projects')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .orderBy(sortField, order)
    .orderBy('id', order)
  if (ids?.length) query = query.where('id', 'in', ids)
  if (name !== undefined) query = query.where('name', '=', name)
  if (datasets?.length) query = query.where('reference_dataset_id', 'in', datasets)
  if (kinds?.length && !kinds.includes('EXPERIMENT'))
    query = query.where('reference_dataset_id', 'is', null)
  if (kinds?.length && !kinds.includes('PROJECT'))
    query = query.where('reference_dataset_id', 'is not', null)
  if (part) query = query.where((eb) => db.portable.matchesText(eb.ref('name'), part))
  if (after)
    query = query.where((eb) =>
      eb(eb.refTuple(sortField, 'id'), order === 'asc' ? '>' : '<', eb.tuple(...after)),
    )
  // Metadata is not indexed, so all projects are read.
  const rows = metadata
    ? (await query.execute())
        .filter(({ extra }) => matchesMetadata(toObject(fromJson(extra)['metadata']), metadata))
        .slice(offset, offset + limit + 1)
    : await query
        .offset(offset)
        .limit(limit + 1)
        .execute()
  return { rows: rows.slice(0, limit), hasMore: rows.length > limit }
}

export const projectKind = ({ reference_dataset_id: dataset }: ProjectRow): ProjectKind =>
  dataset === null ? 'PROJECT' : 'EXPERIMENT'

/** Fields shared by both API versions. */
export const toWire = (row: ProjectRow) => ({
  id: row.id,
  tenant_id: row.workspace_id,
  name: row.name,
  description: row.description,
  start_time: toIso(row.created_at),
  end_time: row.ended_at === null ? null : toIso(row.ended_at),
  extra: fromJson(row.extra),
  reference_dataset_id: row.reference_dataset_id,
  trace_tier: 'longlived',
})

export const withStats = async ({ context: { db, workspaceId } }: Call, row: ProjectRow) => ({
  ...toWire(row),
  ...(await projectStats(db, workspaceId, row.id)),
})

/** Maximum number of traces and of feedback read per project, newest first. */
const MAX_PROJECTS = 10_000

export async function projectStats(db: Queries, workspaceId: string, projectId: string) {
  const [traces, feedback] = await Promise.all([
    db
      .selectFrom('traces')
      .select(['started_at', 'ended_at', 'first_token_at', 'usage_input', 'usage_output'])
      .select(['cost_nanos', 'unpriced', 'status'])
      .where('workspace_id', '=', workspaceId)
      .where('project_id', '=', projectId)
      .orderBy('started_at', 'desc')
      .limit(MAX_PROJECTS)
      .execute(),
    db
      .selectFrom('feedback')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('project_id', '=', projectId)
      .where('comparative_id', 'is', null)
      .orderBy('created_at', 'desc')
      .limit(MAX_PROJECTS)
      .execute(),
  ])
  const secondsTo = (end: 'ended_at' | 'first_token_at') =>
    traces.flatMap((trace) => {
      const time = trace[end]
      return time === null ? [] : [(time - trace.started_at) / 1e6]
    })
  const sumColumn = (name: 'usage_input' | 'usage_output') =>
    traces.reduce((total, trace) => total + trace[name], 0)
  const share = (count: number) => (traces.length === 0 ? null : count / traces.length)
  const [newest] = traces
  const latencies = secondsTo('ended_at')
  const firstTokens = secondsTo('first_token_at')
  const wireFeedback = feedback.map(toWireFeedback)
  return {
    run_count: traces.length,
    latency_p50: percentile(latencies, 0.5),
    latency_p99: percentile(latencies, 0.99),
    first_token_p50: percentile(firstTokens, 0.5),
    first_token_p99: percentile(firstTokens, 0.99),
    prompt_tokens: sumColumn('usage_input'),
    completion_tokens: sumColumn('usage_output'),
    total_tokens: sumColumn('usage_input') + sumColumn('usage_output'),
    total_cost: knownDollars(traces),
    error_rate: share(traces.filter(({ status }) => status === 'error').length),
    streaming_rate: share(firstTokens.length),
    last_run_start_time: newest ? toIso(newest.started_at) : null,
    feedback_stats: feedbackStats(wireFeedback.filter(({ run_id }) => run_id !== null)),
    session_feedback_stats: feedbackStats(wireFeedback.filter(({ run_id }) => run_id === null)),
  }
}
