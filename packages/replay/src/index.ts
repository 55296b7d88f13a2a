export { replay, TapeMiss } from './replay.ts'
export type { Replayed, ReplayOptions } from './replay.ts'
export type { Tape } from './recording.ts'
