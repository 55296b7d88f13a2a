import type { Json, PromptContent } from '@lathe/contract'
import type { JsonText } from '../json.ts'

export type PromptsTable = {
  id: string
  workspace_id: string
  name: string
  description: string
  readme: string
  tags: JsonText<string[]>
  is_archived: number
  is_public: number
  is_liked: number
  /** The newest version. A prompt created with the name of a deleted one continues its numbers. */
  version: number
  created_at: number
  updated_at: number
  deleted_at: number | null
}

/** Never updated. */
export type PromptVersionsTable = {
  workspace_id: string
  prompt_id: string
  version: number
  id: string
  /** Hash of the manifest. */
  hash: string
  /** A serialized LangChain object as pushed and pulled. */
  manifest: JsonText<Json>
  /** The messages of the manifest, or the reason why it is not a list of text messages. */
  content: JsonText<PromptContent | { problem: string }>
  message: string
  created_at: number
}

export type PromptLabelsTable = {
  workspace_id: string
  prompt_id: string
  label: string
  version: number
}

/** Nodes of executed graphs whose messages match a prompt version. */
export type PromptGraphsTable = {
  workspace_id: string
  graph_hash: string
  node: string
  prompt_id: string
  version: number
}
