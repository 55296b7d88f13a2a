import type { JsonObject, SpanDetail } from '@lathe/contract'
import { METADATA, metadataEntries, MAX_METADATA_KEYS } from '@lathe/traces'
import { sql } from 'kysely'
import type { Batch } from '../../platform/db/atomic.ts'
import type { Queries } from '../../platform/db/db.ts'
import type { MetadataLabel } from '../../platform/db/tables/traces.ts'
import type { TraceChanges, StoredRows } from './fold-spans.ts'
import type { TraceRow } from './fold-trace.ts'
import { insertLabels, labelValue, toLabelRow } from './labels.ts'
import { keyOf } from '../../platform/db/payloads/payloads.ts'

/** The metadata of a root after this write. */
export type RootMetadata = {
  id: string
  traceId: string
  metadata: JsonObject
  /** The previous metadata, if known. */
  before?: JsonObject | undefined
}

export const metadataLabel = (key: string): MetadataLabel => `${METADATA}${labelValue(key)}`

/** The key of a marker label: the trace may have more metadata than is indexed. */
export const FULL_MARKER = metadataLabel('')

/**
 * A condition no index can use: without statistics Postgres underestimates metadata labels and
 * would scan all of them per trace.
 */
export const isMetadata = (column: string) =>
  sql<boolean>`(substr(${sql.ref(column)}, 1, ${sql.lit(METADATA.length)}) = ${sql.lit(METADATA)}
    and ${sql.ref(column)} <> ${sql.lit(FULL_MARKER)})`

/** The same for one key. */
export const isMetadataKey = (column: string, key: MetadataLabel) =>
  sql<boolean>`substr(${sql.ref(column)}, 1) = ${key}`

/** Writes the metadata labels of roots and deletes those that no longer apply. */
export function writeMetadataLabels(
  db: Queries,
  stored: StoredRows,
  changes: TraceChanges,
  roots: readonly RootMetadata[],
): Batch {
  if (roots.length === 0) return []
  const byTrace = Map.groupBy(roots, ({ traceId }) => traceId)
  return changes.traces.flatMap((trace) => {
    const traceRoots = byTrace.get(trace.id) ?? []
    const root = traceRoots.findLast(({ id }) => id === trace.root_id)
    const otherRoots = traceRoots.filter(({ id }) => id !== trace.root_id)
    return [
      ...(root ? rootLabelQueries(db, stored, trace, root) : []),
      ...otherRootQueries(db, trace, otherRoots),
    ]
  })
}

function rootLabelQueries(
  db: Queries,
  stored: StoredRows,
  trace: TraceRow,
  root: RootMetadata,
): Batch {
  const labels = toLabels(root.metadata)
  const isStored = stored.spans.has(keyOf(root))
  const isPreviousKnown = isStored && 'before' in root
  if (isPreviousKnown && areEqual(labels, root.before && toLabels(root.before))) return []
  const deleteQueries = isStored ? [deleteMetadataLabels(db, trace)] : []
  return [...deleteQueries, ...insertLabels(db, toLabelRows(trace, labels))]
}

/** Only the first of several roots counts; others are read only if needed. */
function otherRootQueries(
  db: Queries,
  trace: TraceRow,
  otherRoots: readonly RootMetadata[],
): Batch {
  const hasMetadata = otherRoots.some(({ metadata }) => metadataEntries(metadata).size > 0)
  return hasMetadata ? insertLabels(db, [toLabelRow(trace, FULL_MARKER, '')]) : []
}

type LabelledTrace = Pick<TraceRow, 'workspace_id' | 'id' | 'started_at'>

/** The same for traces that are stored whole. */
export const insertMetadataLabels = (
  db: Queries,
  traces: readonly { trace: LabelledTrace; metadata: JsonObject }[],
): Batch =>
  insertLabels(
    db,
    traces.flatMap(({ trace, metadata }) => toLabelRows(trace, toLabels(metadata))),
  )

const toLabelRows = (trace: LabelledTrace, labels: Labels) =>
  Array.from(labels, ([key, value]) => toLabelRow(trace, key, value))

/** Roots stored with complete metadata, except those whose end was stored before. */
export const completeRoots = (
  spans: readonly SpanDetail[],
  { lateKeys: late }: TraceChanges,
): RootMetadata[] =>
  spans.filter(
    (span) => span.parentId === null && !late.has(keyOf(span)) && !isEmpty(span.metadata),
  )

const isEmpty = (metadata: JsonObject) => Object.keys(metadata).length === 0

function toLabels(metadata: JsonObject): Labels {
  const entries = metadataEntries(metadata)
  const labels = Array.from(
    entries,
    ([key, value]) => [metadataLabel(key), labelValue(value)] as const,
  )
  return new Map(entries.size < MAX_METADATA_KEYS ? labels : [...labels, [FULL_MARKER, '']])
}

type Labels = ReadonlyMap<MetadataLabel, string>

/** No labels before and after means no change. */
const areEqual = (labels: Labels, before: Labels | undefined): boolean =>
  labels.size === (before?.size ?? 0) &&
  [...labels].every(([key, value]) => before?.get(key) === value)

const deleteMetadataLabels = (db: Queries, trace: { workspace_id: string; id: string }) =>
  db
    .deleteFrom('trace_labels')
    .where('workspace_id', '=', trace.workspace_id)
    .where('trace_id', '=', trace.id)
    .where(isMetadata('key'))
