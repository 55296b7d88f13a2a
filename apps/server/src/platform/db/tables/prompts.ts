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
  /** The newest. One made under the name of a deleted prompt counts on from there. */
  version: number
  created_at: number
  updated_at: number
  deleted_at: number | null
}

/** Never written over. */
export type PromptVersionsTable = {
  workspace_id: string
  prompt_id: string
  version: number
  id: string
  /** Of the manifest. */
  hash: string
  /** A serialised LangChain object, as it was pushed or as it is pulled. */
  manifest: JsonText<Json>
  /** What the manifest says, or why that is no list of text messages. */
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

/** Nodes of graphs that have run, whose messages are a version's. */
export type PromptGraphsTable = {
  workspace_id: string
  graph_hash: string
  node: string
  prompt_id: string
  version: number
}
