import type { DifferenceKey } from '@lathe/contract'
import type { Db } from '../../../db/db.ts'
import { FRAMEWORK_TAG } from '../../../db/spans/list/facets.ts'
import { walkIds } from '../../../db/spans/list/list-ids.ts'
import { resolveFilter, type TraceFilter } from '../../../db/spans/list/trace-filter.ts'

/** More would keep the reader waiting and widen no interval that matters. */
const COUNTED = 2_000

const LABELS = ['name', 'node', 'tool', 'model', 'tag', 'error'] as const

export type Counted = { key: DifferenceKey; value: string; count: number }

export type Found = { ids: string[]; isPartial: boolean }

/** The newest that pass. */
export async function findGroup(
  db: Db,
  workspaceId: string,
  filter: TraceFilter,
  signal?: AbortSignal,
): Promise<Found> {
  const selection = await resolveFilter(db, workspaceId, filter, signal)
  const ids: string[] = []
  for await (const page of walkIds(db.analytics, selection, COUNTED + 1)) {
    ids.push(...page.map(({ id }) => id))
    if (ids.length > COUNTED) break
  }
  return { ids: ids.slice(0, COUNTED), isPartial: ids.length > COUNTED }
}

/** What their spans carry, and in how many of the traces. */
export async function countSaid(
  db: Db,
  workspaceId: string,
  ids: readonly string[],
): Promise<Counted[]> {
  const labels = await db.analytics
    .selectFrom('trace_labels')
    .select(['key', 'value', ({ fn }) => fn.countAll<number>().as('count')])
    .where('workspace_id', '=', workspaceId)
    .where((eb) => db.portable.isAnyOf(eb.ref('trace_id'), ids))
    .where('key', 'in', LABELS)
    .groupBy(['key', 'value'])
    .execute()
  return labels.flatMap(({ key, value, count }) => {
    const label = LABELS.find((known) => known === key)
    const isMark = label === 'tag' && FRAMEWORK_TAG.test(value)
    return label === undefined || isMark ? [] : [{ key: label, value, count }]
  })
}

/** What the traces themselves are. */
export const readMembers = (db: Db, workspaceId: string, ids: readonly string[]) =>
  db.analytics
    .selectFrom('traces')
    .leftJoin('agents', 'agents.id', 'traces.agent_id')
    .leftJoin('projects', (join) =>
      join
        .onRef('projects.workspace_id', '=', 'traces.workspace_id')
        .onRef('projects.id', '=', 'traces.project_id'),
    )
    .select(['traces.status', 'traces.source', 'traces.version', 'traces.started_at'])
    .select(['traces.ended_at', 'traces.first_token_at', 'traces.span_count', 'traces.unpriced'])
    .select(['traces.usage_input', 'traces.usage_output', 'traces.cost_nanos'])
    .select(['agents.slug as agent', 'projects.name as project'])
    .where('traces.workspace_id', '=', workspaceId)
    .where((eb) => db.portable.isAnyOf(eb.ref('traces.id'), ids))
    .execute()

export type Member = Awaited<ReturnType<typeof readMembers>>[number]
