import { type CompiledQuery, type OperationNode, SelectQueryNode, TableNode } from 'kysely'

/** A power cut may lose the last seconds of these, which costs only a trace or a repeated step. */
const RELAXED = new Set([
  'checkpoints',
  'checkpoint_blobs',
  'checkpoint_writes',
  'value_blocks',
  'run_events',
  'traces',
  'spans',
  'payload_blocks',
  'span_payloads',
  'trace_labels',
  'search_queue',
  'exchanges',
  'rollups',
  'forwarding_outbox',
  // Each cell has a run, which is durable and stored with the cell's claim.
  'comparison_cells',
])

export const isRead = ({ query, sql }: CompiledQuery): boolean =>
  query.kind === 'RawNode' ? /^\s*(select|values|explain)\b/i.test(sql) : SelectQueryNode.is(query)

export const isDurable = ({ query }: CompiledQuery): boolean => {
  const table = writtenTable(query)
  return table === undefined || !RELAXED.has(table)
}

function writtenTable(query: CompiledQuery['query']): string | undefined {
  if (query.kind === 'InsertQueryNode') return tableName(query.into)
  if (query.kind === 'UpdateQueryNode') return tableName(query.table)
  if (query.kind === 'DeleteQueryNode') return tableName(query.from.froms[0])
  return undefined
}

const tableName = (node: OperationNode | undefined): string | undefined =>
  node && TableNode.is(node) ? node.table.identifier.name : undefined
