import type { Json, JsonObject, TraceSource } from '@lathe/contract'
import type { JsonText } from '../json.ts'

/** Programs group their traces by project. LangSmith's clients also call it a session. */
export type ProjectsTable = {
  workspace_id: string
  id: string
  name: string
  description: string | null
  extra: JsonText<JsonObject>
  reference_dataset_id: string | null
  created_at: number
  ended_at: number | null
}

/** Can be restored for a day. */
export type DeletedProjectsTable = ProjectsTable & { deleted_at: number }

export type AttachmentsTable = {
  workspace_id: string
  trace_id: string
  span_id: string
  name: string
  mime_type: string
  size: number
  body: Uint8Array
}

/** Anyone with the token can read the span and its descendants. */
export type TraceSharesTable = {
  token: string
  workspace_id: string
  trace_id: string
  span_id: string
  created_at: number
  /** Null if the link does not expire. */
  expires_at: number | null
}

/** Feedback can arrive before its trace. Without a span it belongs to the project. */
export type FeedbackTable = {
  workspace_id: string
  id: string
  span_id: string | null
  trace_id: string | null
  project_id: string | null
  /** The comparative experiment, if the score is relative. */
  comparative_id: string | null
  key: string
  score: JsonText<number | boolean> | null
  value: JsonText<Json> | null
  comment: string | null
  correction: JsonText<Json> | null
  source: JsonText<JsonObject>
  /** As sent by programs. `error` is true if the evaluator failed. */
  extra: JsonText<JsonObject> | null
  created_at: number
  modified_at: number
}

/** Anyone with the token can add feedback with this key to the run until it expires. */
export type FeedbackTokensTable = {
  token: string
  workspace_id: string
  span_id: string
  key: string
  created_at: number
  expires_at: number
}

/** Comparisons of experiments. An experiment is a project. */
export type ComparativeExperimentsTable = {
  workspace_id: string
  id: string
  dataset_id: string
  name: string
  description: string
  project_ids: JsonText<string[]>
  extra: JsonText<JsonObject>
  created_at: number
}

/** The latest items that an integration rejected. */
export type RejectedItemsTable = {
  workspace_id: string
  id: string
  door: TraceSource
  /** The rejected part of the request, named as its sender does. */
  item: string
  field: string
  reason: string
  excerpt: string
  rejected_at: number
}
