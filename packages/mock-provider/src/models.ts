import type { Pace } from './http/pace.ts'

export type ModelKind = 'chat' | 'embedding' | 'speech' | 'transcription' | 'image'

export type MockModel = {
  id: string
  kind: ModelKind
  pace: Pace
  /** Whether a fault is drawn for each request. */
  isFaulty: boolean
}

const NO_DELAY: Pace = { firstTokenMs: 0, tokensPerSecond: Number.POSITIVE_INFINITY }
const DEFAULT_PACE: Pace = { firstTokenMs: 20, tokensPerSecond: 400 }
const SLOW: Pace = { firstTokenMs: 800, tokensPerSecond: 20 }

const model = (id: string, kind: ModelKind, pace = NO_DELAY, isFaulty = false): MockModel => ({
  id,
  kind,
  pace,
  isFaulty,
})

export const MODELS: readonly MockModel[] = [
  model('demo-1', 'chat', DEFAULT_PACE),
  model('demo-fast', 'chat'),
  model('demo-slow', 'chat', SLOW),
  model('demo-faulty', 'chat', DEFAULT_PACE, true),
  model('demo-embedding', 'embedding'),
  model('demo-speech', 'speech'),
  model('demo-transcription', 'transcription'),
  model('demo-image', 'image'),
]

/** Maximum prompt of a chat model. */
export const CONTEXT_TOKENS = 128_000

/** Constant creation time, so that equal requests get equal bytes. */
export const CREATED = Date.UTC(2026, 0, 1) / 1000

export type ModelAliases = Readonly<Record<string, string>>

/** Translates names of earlier versions, which stored agents and recordings still use. */
export const currentName = (name: string): string =>
  name === 'practice-chaos' ? 'demo-faulty' : name.replace(/^practice-/, 'demo-')
