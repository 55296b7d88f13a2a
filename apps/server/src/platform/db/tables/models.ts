import type { Connection, Json } from '@lathe/contract'
import type { JsonText } from '../json.ts'

export type ConnectionsTable = {
  id: string
  workspace_id: string
  kind: Connection['kind']
  name: string
  base_url: string
  default_headers: JsonText<Record<string, string>>
  timeout_ms: number | null
  max_retries: number | null
  concurrency: number | null
  api_version: string | null
  requests_per_minute: number | null
  tokens_per_minute: number | null
  /** 0 or 1, like all booleans. */
  allow_private: number
  is_built_in: number
  key_ciphertext: Uint8Array | null
  key_hint: string | null
  created_at: number
  updated_at: number
}

/** Nano-dollars per million tokens. */
export type ModelPricesTable = {
  id: string
  workspace_id: string
  pattern: string
  valid_from: number
  input_nanos: number
  cached_read_nanos: number | null
  cached_write_nanos: number | null
  output_nanos: number
  reasoning_nanos: number | null
  audio_input_nanos: number | null
  audio_output_nanos: number | null
  audio_cached_nanos: number | null
  source: string
}

export type SettingsTable = {
  workspace_id: string
  key: string
  value: JsonText<Json>
  updated_at: number
}
