import { sql } from 'kysely'
import type { Db, Queries } from '../../platform/db/db.ts'
import type { Known } from '../store/fold-spans.ts'
import { keyOf } from '../../platform/db/payloads/payloads.ts'
import type { SpanRow } from '../store/span-row.ts'

/** Steps that wait for a human, each with the address of the graph it is a step of. */
const waitingSteps = (rows: readonly SpanRow[]) =>
  rows.flatMap(({ trace_id: traceId, parent_id: id, node, status }) =>
    status === 'interrupted' && node !== null && id !== null ? [{ traceId, id }] : [],
  )

/**
 * Of programs whose graphs return when a step waits for a human, LangGraph's tracers tell it of the step alone.
 * Gives back the graphs that are said to have ended well and wait: those of `arrived`, and those whose steps are in it.
 */
export async function waitingGraphs(
  { portable }: Db,
  queries: Queries,
  workspaceId: string,
  known: Known,
  arrived: ReadonlyMap<string, SpanRow>,
): Promise<SpanRow[]> {
  const rows = [...arrived.values()]
  const saidWell = (row: SpanRow | undefined) => row?.kind === 'agent' && row.status === 'success'
  // Steps that came before: of traces that are known.
  const ended = rows.filter((row) => saidWell(row) && known.traces.has(row.trace_id))
  const traceIds = [...new Set(ended.map((row) => row.trace_id))]
  const stored =
    traceIds.length === 0
      ? []
      : await storedWaits(portable, queries, workspaceId, traceIds).execute()
  const keys = new Set(
    [...waitingSteps(rows), ...stored].flatMap(({ traceId, id }) =>
      id === null ? [] : keyOf({ traceId, id }),
    ),
  )
  const graphs = [...keys].map((key) => arrived.get(key) ?? known.spans.get(key))
  return graphs.filter((row) => row !== undefined).filter(saidWell)
}

/** Of traces the addresses of graphs whose steps wait, read from the index of those alone. */
export const storedWaits = (
  portable: Db['portable'],
  queries: Queries,
  workspaceId: string,
  traceIds: readonly string[],
) =>
  queries
    .selectFrom('spans')
    .select(['trace_id as traceId', 'parent_id as id'])
    .distinct()
    .where('workspace_id', '=', workspaceId)
    .where((eb) => portable.isAnyOf(eb.ref('trace_id'), traceIds))
    // Written as in the index: SQLite would not take a parameter for it.
    .where('status', '=', sql.lit('interrupted'))
    .where('node', 'is not', null)

/** What has to be read besides the parts themselves: graphs whose steps wait. */
export const graphsOf = (
  parts: readonly { traceId: string; parentId?: string; isInterrupt?: boolean }[],
) =>
  parts.flatMap(({ traceId, parentId, isInterrupt }) =>
    isInterrupt && parentId !== undefined ? [{ traceId, id: parentId }] : [],
  )
