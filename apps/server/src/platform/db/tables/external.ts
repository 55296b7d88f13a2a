import type { Json, JsonObject, TraceSource } from '@lathe/contract'
import type { JsonText } from '../json.ts'

/** What programs sort their traces by; LangSmith's clients call it a session too. */
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

/** Can be brought back for a day. */
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

/** Whoever has the token may read the span and what is below it. */
export type TraceSharesTable = {
  token: string
  workspace_id: string
  trace_id: string
  span_id: string
  created_at: number
  /** Null for a link that lasts until it is revoked. */
  expires_at: number | null
}

/** May come before what it is about; without a span it is about the project. */
export type FeedbackTable = {
  workspace_id: string
  id: string
  span_id: string | null
  trace_id: string | null
  project_id: string | null
  /** What it is worth only against others: of which comparative experiment. */
  comparative_id: string | null
  key: string
  score: JsonText<number | boolean> | null
  value: JsonText<Json> | null
  comment: string | null
  correction: JsonText<Json> | null
  source: JsonText<JsonObject>
  /** As programs sent it; `error` is true where what should have judged failed. */
  extra: JsonText<JsonObject> | null
  created_at: number
  modified_at: number
}

/** Whoever has it may say something of the run, under this key, until then. */
export type FeedbackTokensTable = {
  token: string
  workspace_id: string
  span_id: string
  key: string
  created_at: number
  expires_at: number
}

/** Experiments, which are projects, whose runs were judged against each other. */
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

/** What a door could not take: the newest of them. */
export type RejectedItemsTable = {
  workspace_id: string
  id: string
  door: TraceSource
  /** The part of the request, as its sender named it. */
  item: string
  field: string
  reason: string
  excerpt: string
  rejected_at: number
}
