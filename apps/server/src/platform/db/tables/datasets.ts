import type { ExampleContent, ExampleFile, JsonObject } from '@lathe/contract'
import type { JsonText } from '../json.ts'

export type DatasetsTable = {
  id: string
  workspace_id: string
  name: string
  description: string
  data_type: string
  /** What LangSmith's clients keep with it; `metadata` is in it. */
  extra: JsonText<JsonObject>
  /** Rows of examples beyond it are of a version that was never finished. */
  version: number
  /** Of that version. */
  examples: number
  /** How many of that version are in each split; null where nobody has counted them yet. */
  splits: JsonText<[name: string, count: number][]> | null
  /** 1 while there may be such rows. */
  is_writing: 0 | 1
  /** Of keys of files; 0 where it was begun with ids that lie anywhere. */
  has_near_ids: 0 | 1
  created_at: number
  updated_at: number
  deleted_at: number | null
}

export type DatasetVersionsTable = {
  workspace_id: string
  dataset_id: string
  version: number
  message: string
  added: number
  changed: number
  removed: number
  created_at: number
}

export type DatasetTagsTable = {
  workspace_id: string
  dataset_id: string
  tag: string
  version: number
}

/** An example from one version to the one before another; never written over. */
export type DatasetExamplesTable = {
  workspace_id: string
  dataset_id: string
  id: string
  version_from: number
  /** The first version without it, or with it changed. */
  version_to: number | null
  position: number
  content: JsonText<Omit<ExampleContent, 'splits'> & { files?: ExampleFile[] }>
  splits: JsonText<string[]>
  inputs_hash: string
  trace_id: string | null
  span_id: string | null
  created_at: number
  modified_at: number
}

/** Never written over: the hash is of its type and its bytes. */
export type ExampleFilesTable = {
  workspace_id: string
  dataset_id: string
  hash: string
  mime_type: string
  size: number
  body: Uint8Array
}
