import type { ExampleContent, ExampleFile, JsonObject } from '@lathe/contract'
import type { JsonText } from '../json.ts'

export type DatasetsTable = {
  id: string
  workspace_id: string
  name: string
  description: string
  data_type: string
  /** Extra data of LangSmith's clients, including `metadata`. */
  extra: JsonText<JsonObject>
  /** Current version. Examples of a later version belong to an unfinished commit. */
  version: number
  /** Number of examples in the current version. */
  examples: number
  /** Number of examples per split in the current version. Null if not counted yet. */
  splits: JsonText<[name: string, count: number][]> | null
  /** 1 while a commit may be unfinished. */
  is_writing: 0 | 1
  /** Whether example ids derive from file keys. 0 if ids are arbitrary. */
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

/** An example with its range of versions. Never updated, except for the end of the range. */
export type DatasetExamplesTable = {
  workspace_id: string
  dataset_id: string
  id: string
  version_from: number
  /** The first version in which the example is deleted or changed. */
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

/** Never updated: the hash covers type and content. */
export type ExampleFilesTable = {
  workspace_id: string
  dataset_id: string
  hash: string
  mime_type: string
  size: number
  body: Uint8Array
}
