import { METADATA } from '@lathe/traces'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import { fromJsonOrNull } from '../../platform/db/json.ts'
import { scoreNumber } from '../query/feedback-scores.ts'
import { FRAMEWORK_TAG } from '../query/list/facets.ts'
import { walkIds } from '../query/list/list-ids.ts'
import { resolveFilter, type TraceFilter } from '../query/list/trace-filter.ts'
import { isMetadata } from '../store/metadata-labels.ts'

/** More would take too long and hardly narrow the intervals. */
const MAX_COUNTED = 2_000

const LABELS = ['name', 'node', 'tool', 'model', 'tag', 'error'] as const

export type LabelName = (typeof LABELS)[number] | `${typeof METADATA}${string}`

/** A label with the traces that have it. */
export type LabelledTraces = { key: LabelName; value: string; traceIds: string[] }

export type TraceGroup = { ids: string[]; isPartial: boolean }

/** Finds the newest matching traces. */
export async function findGroup(
  db: Db,
  workspaceId: string,
  filter: TraceFilter,
  signal?: AbortSignal,
): Promise<TraceGroup> {
  const selection = await resolveFilter(db, workspaceId, filter, signal)
  const ids: string[] = []
  for await (const page of walkIds(db.analytics, selection, MAX_COUNTED + 1)) {
    ids.push(...page.map(({ id }) => id))
    if (ids.length > MAX_COUNTED) break
  }
  return { ids: ids.slice(0, MAX_COUNTED), isPartial: ids.length > MAX_COUNTED }
}

/** Lists labels that enough of the traces have, including metadata of roots. */
export async function listLabels(
  db: Db,
  workspaceId: string,
  ids: readonly string[],
  minimum: number,
): Promise<LabelledTraces[]> {
  const rows = await db.analytics
    .selectFrom('trace_labels')
    .select(['key', 'value', sql<string>`string_agg(trace_id, ',')`.as('trace_ids')])
    .where('workspace_id', '=', workspaceId)
    .where((eb) => db.portable.isOneOf(eb.ref('trace_id'), ids))
    .where((eb) => eb.or([eb('key', 'in', LABELS), isMetadata('key')]))
    .groupBy(['key', 'value'])
    .having((eb) => eb.fn.countAll(), '>=', minimum)
    .execute()
  return rows.flatMap(({ key, value, trace_ids }) =>
    isLabelName(key) && !(key === 'tag' && FRAMEWORK_TAG.test(value))
      ? [{ key, value, traceIds: trace_ids.split(',') }]
      : [],
  )
}

const isLabelName = (key: string): key is LabelName =>
  key.startsWith(METADATA) || LABELS.some((label) => label === key)

/** Reads the properties stored with the traces themselves. */
export const readMembers = (db: Db, workspaceId: string, ids: readonly string[]) =>
  db.analytics
    .selectFrom('traces')
    .leftJoin('agents', 'agents.id', 'traces.agent_id')
    .leftJoin('projects', (join) =>
      join
        .onRef('projects.workspace_id', '=', 'traces.workspace_id')
        .onRef('projects.id', '=', 'traces.project_id'),
    )
    .select(['traces.id', 'traces.status', 'traces.source', 'traces.version', 'traces.environment'])
    .select(['traces.started_at', 'traces.ended_at', 'traces.first_token_at'])
    .select('traces.waited_before_token_micros')
    .select(['traces.span_count', 'traces.unpriced', 'traces.waited_micros'])
    .select(['traces.usage_input', 'traces.usage_output', 'traces.cost_nanos'])
    .select(['agents.slug as agent', 'projects.name as project'])
    .where('traces.workspace_id', '=', workspaceId)
    .where((eb) => db.portable.isOneOf(eb.ref('traces.id'), ids))
    .execute()

export type Member = Awaited<ReturnType<typeof readMembers>>[number]

/** A trace's feedback under one key: a score, a text or both. */
export type TraceFeedback = {
  traceId: string
  key: string
  score: number | null
  value: string | null
}

export async function listFeedback(
  db: Db,
  workspaceId: string,
  ids: readonly string[],
): Promise<TraceFeedback[]> {
  const rows = await db.analytics
    .selectFrom('feedback')
    .select(['trace_id', 'key', 'value', scoreNumber.as('score')])
    .where('workspace_id', '=', workspaceId)
    .where('comparative_id', 'is', null)
    .where(db.portable.isOneOf(sql<string>`trace_id`, ids))
    .execute()
  return rows.flatMap(({ trace_id: traceId, key, score, value: json }) => {
    const value = fromJsonOrNull(json)
    if (traceId === null) return []
    return [{ traceId, key, score, value: typeof value === 'string' ? value : null }]
  })
}
