import type { JsonObject, SpanDetail } from '@lathe/contract'
import { METADATA, metadataEntries, MOST_METADATA_KEYS } from '@lathe/traces'
import { sql } from 'kysely'
import type { Batch } from '../../platform/db/atomic.ts'
import type { Queries } from '../../platform/db/db.ts'
import type { MetadataLabel } from '../../platform/db/tables/traces.ts'
import type { Folded, Known } from './fold-spans.ts'
import type { TraceRow } from './fold-trace.ts'
import { insertLabels, labelValue, toRow } from './labels.ts'
import { keyOf } from '../../platform/db/payloads/payloads.ts'

/** The metadata of a root after this write. */
export type RootMetadata = {
  id: string
  traceId: string
  metadata: JsonObject
  /** The previous metadata, if known. */
  before?: JsonObject | undefined
}

export const labelOf = (key: string): MetadataLabel => `${METADATA}${labelValue(key)}`

/** The key of a marker label: the trace may have more metadata than is indexed. */
export const FULL = labelOf('')

/**
 * A condition no index can use: without statistics Postgres underestimates metadata labels and
 * would scan all of them per trace.
 */
export const isMetadata = (column: string) =>
  sql<boolean>`(substr(${sql.ref(column)}, 1, ${sql.lit(METADATA.length)}) = ${sql.lit(METADATA)}
    and ${sql.ref(column)} <> ${sql.lit(FULL)})`

/** The same for one key. */
export const isOfKey = (column: string, key: MetadataLabel) =>
  sql<boolean>`substr(${sql.ref(column)}, 1) = ${key}`

/** Writes the metadata labels of roots and deletes those that no longer apply. */
export function writeMetadataLabels(
  db: Queries,
  known: Known,
  folded: Folded,
  roots: readonly RootMetadata[],
): Batch {
  if (roots.length === 0) return []
  const byTrace = Map.groupBy(roots, ({ traceId }) => traceId)
  return folded.traces.flatMap((trace) => {
    const told = byTrace.get(trace.id) ?? []
    const root = told.findLast(({ id }) => id === trace.root_id)
    const others = told.filter(({ id }) => id !== trace.root_id)
    return [...(root ? ofRoot(db, known, trace, root) : []), ...ofOthers(db, trace, others)]
  })
}

function ofRoot(db: Queries, known: Known, trace: TraceRow, root: RootMetadata): Batch {
  const labels = labelsOf(root.metadata)
  const isStored = known.spans.has(keyOf(root))
  const isKnown = isStored && 'before' in root
  if (isKnown && isSame(labels, root.before && labelsOf(root.before))) return []
  const forget = isStored ? [forgetMetadata(db, trace)] : []
  return [...forget, ...insertLabels(db, rowsOf(trace, labels))]
}

/** Only the first of several roots counts; others are read only if needed. */
function ofOthers(db: Queries, trace: TraceRow, others: readonly RootMetadata[]): Batch {
  const isAny = others.some(({ metadata }) => metadataEntries(metadata).size > 0)
  return isAny ? insertLabels(db, [toRow(trace, FULL, '')]) : []
}

type Placed = Pick<TraceRow, 'workspace_id' | 'id' | 'started_at'>

/** The same for traces that are stored whole. */
export const oldMetadataLabels = (
  db: Queries,
  traces: readonly { trace: Placed; metadata: JsonObject }[],
): Batch =>
  insertLabels(
    db,
    traces.flatMap(({ trace, metadata }) => rowsOf(trace, labelsOf(metadata))),
  )

const rowsOf = (trace: Placed, labels: Labels) =>
  Array.from(labels, ([key, value]) => toRow(trace, key, value))

/** Roots stored with complete metadata, except those whose end was stored before. */
export const rootsOf = (spans: readonly SpanDetail[], { late }: Folded): RootMetadata[] =>
  spans.filter(
    (span) => span.parentId === null && !late.has(keyOf(span)) && !isEmpty(span.metadata),
  )

const isEmpty = (metadata: JsonObject) => Object.keys(metadata).length === 0

function labelsOf(metadata: JsonObject): Labels {
  const entries = metadataEntries(metadata)
  const labels = Array.from(entries, ([key, value]) => [labelOf(key), labelValue(value)] as const)
  return new Map(entries.size < MOST_METADATA_KEYS ? labels : [...labels, [FULL, '']])
}

type Labels = ReadonlyMap<MetadataLabel, string>

/** No labels before and after means no change. */
const isSame = (labels: Labels, before: Labels | undefined): boolean =>
  labels.size === (before?.size ?? 0) &&
  [...labels].every(([key, value]) => before?.get(key) === value)

const forgetMetadata = (db: Queries, trace: { workspace_id: string; id: string }) =>
  db
    .deleteFrom('trace_labels')
    .where('workspace_id', '=', trace.workspace_id)
    .where('trace_id', '=', trace.id)
    .where(isMetadata('key'))
