import type { GraphDocument, VersionAuthor } from '@lathe/contract'
import type { Generated } from 'kysely'
import type { JsonText } from '../json.ts'

export type WorkspacesTable = {
  id: string
  name: string
  created_at: number
}

/** `slug` is unique per workspace among agents that are not deleted. */
export type AgentsTable = {
  id: string
  workspace_id: string
  slug: string
  name: string
  description: string
  template: string | null
  published_version: number | null
  created_at: number
  updated_at: number
  deleted_at: number | null
  /** Incremented by each save. A save states the revision that it is based on. */
  draft_revision: number
  draft_hash: string
  draft_saved_at: number
  draft_node_count: number
  /** 1 if a chat client can use the agent. */
  draft_is_chat: Generated<number>
  draft_document: JsonText<GraphDocument>
  /** Maximum concurrent runs. Null for no limit. */
  concurrency: number | null
}

/** Past drafts and the current one: the merge base of a save with an older revision. */
export type DraftRevisionsTable = {
  agent_id: string
  revision: number
  hash: string
  saved_at: number
  document: JsonText<GraphDocument>
}

export type AgentVersionsTable = {
  id: string
  workspace_id: string
  agent_id: string
  number: number
  hash: string
  message: string
  author: VersionAuthor
  created_at: number
  document: JsonText<GraphDocument>
  /** 1 if a chat client can use the version. */
  is_chat: Generated<number>
}

/** Graphs of runs by the hash of their content. */
export type GraphsTable = {
  workspace_id: string
  hash: string
  created_at: number
  document: JsonText<GraphDocument>
}
