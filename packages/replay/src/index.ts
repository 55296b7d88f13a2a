export { replay, RecordingMiss } from './replay.ts'
export type { Replayed, ReplayOptions } from './replay.ts'
export type { Recording } from './recording.ts'
