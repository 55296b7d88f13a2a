import type { ColumnType } from 'kysely'
import type { JsonText } from '../json.ts'
import type { UnpackedJson } from '../packed-json.ts'

export type CheckpointsTable = {
  workspace_id: string
  thread_id: string
  checkpoint_ns: string
  checkpoint_id: string
  parent_checkpoint_id: string | null
  created_at: number
  metadata: JsonText<Record<string, unknown>>
  /** The checkpoint without its channel values; `type` names the serde that wrote it. */
  type: string
  checkpoint: Uint8Array
}

/** A channel's value at one version: unchanged channels are stored once for all checkpoints. */
export type CheckpointBlobsTable = {
  workspace_id: string
  thread_id: string
  checkpoint_ns: string
  channel: string
  version: string
  type: string
  /** Empty if the value is stored as blocks. */
  value: Uint8Array
  blocks: JsonText<string[]> | null
}

export type CheckpointWritesTable = {
  workspace_id: string
  thread_id: string
  checkpoint_ns: string
  checkpoint_id: string
  task_id: string
  idx: number
  channel: string
  type: string
  /** Empty if the value is stored as blocks. */
  value: Uint8Array
  blocks: JsonText<string[]> | null
}

/** A part of a thread's large values, identified by its hash, so that values share equal parts. */
export type ValueBlocksTable = {
  workspace_id: string
  thread_id: string
  hash: string
  /** In the format of `packed-json`. Blocks of a text end between characters. */
  data: ColumnType<Uint8Array, Uint8Array | UnpackedJson>
}
