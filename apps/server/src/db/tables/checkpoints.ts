import type { JsonText } from '../json.ts'

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
  value: Uint8Array
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
  value: Uint8Array
}
