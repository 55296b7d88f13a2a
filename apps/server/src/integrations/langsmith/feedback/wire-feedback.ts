import { toIso } from '@lathe/traces'
import type { Selectable } from 'kysely'
import { fromJson, fromJsonOrNull } from '../../../platform/db/json.ts'
import type { FeedbackTable } from '../../../platform/db/tables/external.ts'

export type WireFeedback = ReturnType<typeof toWireFeedback>

export const toWireFeedback = (row: Selectable<FeedbackTable>) => ({
  id: row.id,
  run_id: row.span_id,
  trace_id: row.trace_id,
  session_id: row.project_id,
  comparative_experiment_id: row.comparative_id,
  key: row.key,
  score: fromJsonOrNull(row.score),
  value: fromJsonOrNull(row.value),
  comment: row.comment,
  correction: fromJsonOrNull(row.correction),
  feedback_source: fromJson(row.source),
  extra: fromJsonOrNull(row.extra),
  created_at: toIso(row.created_at),
  modified_at: toIso(row.modified_at),
})
