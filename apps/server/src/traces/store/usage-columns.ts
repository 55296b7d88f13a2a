import type { Usage } from '@lathe/contract'

export type UsageColumns = {
  usage_input: number
  usage_output: number
  usage_cached_read: number
  usage_cached_write: number
  usage_reasoning: number
  usage_audio: number
  usage_audio_input: number
  usage_audio_output: number
  usage_audio_cached: number
  usage_cached_write_1h: number
  usage_unattributed: number
}

export const usageNames = [
  'usage_input',
  'usage_output',
  'usage_cached_read',
  'usage_cached_write',
  'usage_reasoning',
  'usage_audio',
  'usage_audio_input',
  'usage_audio_output',
  'usage_audio_cached',
  'usage_cached_write_1h',
  'usage_unattributed',
] as const

export const toUsage = (row: UsageColumns): Usage => ({
  input: row.usage_input,
  output: row.usage_output,
  cachedRead: row.usage_cached_read,
  cachedWrite: row.usage_cached_write,
  reasoning: row.usage_reasoning,
  audio: row.usage_audio,
  audioInput: row.usage_audio_input,
  audioOutput: row.usage_audio_output,
  audioCached: row.usage_audio_cached,
  cachedWrite1h: row.usage_cached_write_1h,
  unattributed: row.usage_unattributed,
})
