import { modelNotFound } from './api-error.ts'
import type { Pace } from './pace.ts'

export type MockModel = {
  id: string
  kind: 'chat' | 'embedding' | 'speech' | 'transcription' | 'image'
  pace: Pace
  isChaotic: boolean
}

const INSTANT: Pace = { firstTokenMs: 0, tokensPerSecond: Number.POSITIVE_INFINITY }

const chat = (id: string, pace: Pace, isChaotic = false): MockModel => ({
  id,
  kind: 'chat',
  pace,
  isChaotic,
})

const instant = (id: string, kind: MockModel['kind']): MockModel => ({
  id,
  kind,
  pace: INSTANT,
  isChaotic: false,
})

export const MODELS: readonly MockModel[] = [
  chat('demo-1', { firstTokenMs: 20, tokensPerSecond: 400 }),
  chat('demo-fast', INSTANT),
  chat('demo-slow', { firstTokenMs: 800, tokensPerSecond: 20 }),
  chat('demo-faulty', { firstTokenMs: 20, tokensPerSecond: 400 }, true),
  instant('demo-embedding', 'embedding'),
  instant('demo-speech', 'speech'),
  instant('demo-transcription', 'transcription'),
  instant('demo-image', 'image'),
]

/** Longest prompt a chat model takes. */
export const CONTEXT_TOKENS = 128_000

/** Answers carry a fixed time, so that the same request gives the same bytes. */
export const CREATED = Date.UTC(2026, 0, 1) / 1000

export type ModelAliases = Readonly<Record<string, string>>

/** Names that earlier versions gave these models. Stored agents and recordings still use them. */
const FORMER_NAMES: ModelAliases = {
  'practice-1': 'demo-1',
  'practice-fast': 'demo-fast',
  'practice-slow': 'demo-slow',
  'practice-chaos': 'demo-faulty',
  'practice-embedding': 'demo-embedding',
  'practice-speech': 'demo-speech',
  'practice-transcription': 'demo-transcription',
  'practice-image': 'demo-image',
}

/** Throws a 404 in OpenAI's shape. */
export function getModel(name: string, aliases: ModelAliases): MockModel {
  const named = aliases[name] ?? name
  const id = FORMER_NAMES[named] ?? named
  const model = MODELS.find((candidate) => candidate.id === id)
  if (!model) throw modelNotFound(name)
  return model
}
