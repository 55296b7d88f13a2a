import type { Insertable } from 'kysely'
import type { Batch } from '../../platform/db/atomic.ts'
import type { Queries } from '../../platform/db/db.ts'
import { rowInserter } from '../../platform/db/insert-rows.ts'
import { fromJson, fromJsonOrNull } from '../../platform/db/json.ts'
import type { LabelKey, TraceLabelsTable } from '../../platform/db/tables/traces.ts'
import { replaceNul } from '../../platform/db/replace-nul.ts'
import type { TraceChanges, StoredRows } from './fold-spans.ts'
import type { TraceRow } from './fold-trace.ts'
import { keyOf } from '../../platform/db/payloads/payloads.ts'
import type { SpanRow } from './span-row.ts'

/** Longer values are indexed by their beginning. */
const MAX_LABEL = 200

/** Normalizes a value as it is stored, so that variants do not appear twice. */
export const labelValue = (value: string): string =>
  replaceNul(value.slice(0, MAX_LABEL)).toWellFormed()

export const insertLabels = rowInserter('trace_labels', (insert) =>
  insert.onConflict((conflict) =>
    conflict
      .columns(['workspace_id', 'trace_id', 'key', 'value'])
      .doUpdateSet({ started_at: (eb) => eb.ref('excluded.started_at') }),
  ),
)

/** Adds labels of the spans. A trace whose start moves earlier takes all its labels along. */
export function writeLabels(db: Queries, stored: StoredRows, changes: TraceChanges): Batch {
  const traces = new Map(changes.traces.map((trace) => [trace.id, trace]))
  const rows = new Map<string, Insertable<TraceLabelsTable>>()
  for (const span of changes.spans) {
    const trace = traces.get(span.trace_id)
    const before = stored.spans.get(keyOf({ traceId: span.trace_id, id: span.id }))
    const previousLabels = new Set(before && spanLabels(before).map(String))
    for (const [key, value] of spanLabels(span))
      if (trace && !previousLabels.has(`${key},${value}`))
        rows.set(`${trace.id} ${key} ${value}`, toLabelRow(trace, key, value))
  }
  for (const trace of changes.traces)
    for (const tag of changedOwnTags(stored.traces.get(trace.id), trace))
      rows.set(`${trace.id} tag ${tag}`, toLabelRow(trace, 'tag', tag))
  const movedTraces = changes.traces.filter((trace) => {
    const before = stored.traces.get(trace.id)
    return before && before.started_at !== trace.started_at
  })
  return [
    ...insertLabels(db, [...rows.values()]),
    ...movedTraces.map((trace) => moveLabels(db, trace)),
  ]
}

const changedOwnTags = (before: TraceRow | undefined, { own_tags }: TraceRow): string[] =>
  own_tags === '[]' || own_tags === before?.own_tags ? [] : fromJson(own_tags).map(labelValue)

export const writeOwnTags = (db: Queries, trace: TraceRow, tags: readonly string[]): Batch =>
  insertLabels(
    db,
    tags.map((tag) => toLabelRow(trace, 'tag', labelValue(tag))),
  )

const moveLabels = (db: Queries, { workspace_id, id, started_at }: TraceRow) =>
  db
    .updateTable('trace_labels')
    .set({ started_at })
    .where('workspace_id', '=', workspace_id)
    .where('trace_id', '=', id)

type LabelledTrace = Pick<TraceRow, 'workspace_id' | 'id' | 'started_at'>

export const toLabelRow = (trace: LabelledTrace, key: LabelKey, value: string) => ({
  workspace_id: trace.workspace_id,
  trace_id: trace.id,
  key,
  value,
  started_at: trace.started_at,
})

function spanLabels(span: SpanRow): [LabelKey, string][] {
  const labels: [LabelKey, string][] =
    span.tags === '[]' ? [] : fromJson(span.tags).map((tag) => ['tag', labelValue(tag)])
  if (span.model !== null) labels.push(['model', labelValue(span.model)])
  if (span.kind === 'tool') labels.push(['tool', labelValue(span.name)])
  if (span.node) labels.push(['node', labelValue(span.node)])
  if (span.parent_id === null) labels.push(['name', labelValue(span.name)])
  // Interrupts are reported as errors by some senders.
  const error = span.status === 'interrupted' ? null : fromJsonOrNull(span.error)
  if (error) labels.push(['error', labelValue(error.type ?? error.code)])
  return labels
}
