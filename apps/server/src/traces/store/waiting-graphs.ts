import { sql } from 'kysely'
import type { Db, Queries } from '../../platform/db/db.ts'
import type { StoredRows } from './fold-spans.ts'
import { keyOf } from '../../platform/db/payloads/payloads.ts'
import type { SpanRow } from './span-row.ts'

/** Interrupted nodes with the address of their graph. */
const interruptedNodes = (rows: readonly SpanRow[]) =>
  rows.flatMap(({ trace_id: traceId, parent_id: id, node, status }) =>
    status === 'interrupted' && node !== null && id !== null ? [{ traceId, id }] : [],
  )

/**
 * Some tracers report an interrupt only on the node, while its graph returns successfully. Returns
 * those graphs, from `arrived` and from the graphs of arrived nodes.
 */
export async function findWaitingGraphs(
  { portable }: Db,
  queries: Queries,
  workspaceId: string,
  stored: StoredRows,
  received: ReadonlyMap<string, SpanRow>,
): Promise<SpanRow[]> {
  const rows = [...received.values()]
  const isSuccessfulGraph = (row: SpanRow | undefined) =>
    row?.kind === 'agent' && row.status === 'success'
  // Nodes that arrived earlier belong to known traces.
  const successfulGraphs = rows.filter(
    (row) => isSuccessfulGraph(row) && stored.traces.has(row.trace_id),
  )
  const traceIds = [...new Set(successfulGraphs.map((row) => row.trace_id))]
  const storedInterrupts =
    traceIds.length === 0
      ? []
      : await selectInterruptedNodes(portable, queries, workspaceId, traceIds).execute()
  const keys = new Set(
    [...interruptedNodes(rows), ...storedInterrupts].flatMap(({ traceId, id }) =>
      id === null ? [] : keyOf({ traceId, id }),
    ),
  )
  const graphs = [...keys].map((key) => received.get(key) ?? stored.spans.get(key))
  return graphs.filter((row) => row !== undefined).filter(isSuccessfulGraph)
}

/** Reads the addresses of graphs with interrupted nodes from a partial index. */
export const selectInterruptedNodes = (
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
    .where((eb) => portable.isOneOf(eb.ref('trace_id'), traceIds))
    // A literal, because SQLite does not use the partial index for a parameter.
    .where('status', '=', sql.lit('interrupted'))
    .where('node', 'is not', null)

/** Graphs to read besides the parts: those with interrupted nodes. */
export const parentGraphs = (
  parts: readonly { traceId: string; parentId?: string; isInterrupt?: boolean }[],
) =>
  parts.flatMap(({ traceId, parentId, isInterrupt }) =>
    isInterrupt && parentId !== undefined ? [{ traceId, id: parentId }] : [],
  )
