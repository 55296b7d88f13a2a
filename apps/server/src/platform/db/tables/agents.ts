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
  /** Grows by one with every save; the saving UPDATE names the one it was edited from. */
  draft_revision: number
  draft_hash: string
  draft_saved_at: number
  draft_node_count: number
  /** 1 where a chat client can drive it. */
  draft_is_chat: Generated<number>
  draft_document: JsonText<GraphDocument>
  /** How many of its runs execute at once; null for as many as there is room for. */
  concurrency: number | null
}

/** Past drafts, the current one included: the merge base of a save that comes too late. */
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
  /** 1 where a chat client can drive it. */
  is_chat: Generated<number>
}

/** What runs execute, by the hash of its content. */
export type GraphsTable = {
  workspace_id: string
  hash: string
  created_at: number
  document: JsonText<GraphDocument>
}
