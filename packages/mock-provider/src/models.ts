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
  chat('practice-1', { firstTokenMs: 20, tokensPerSecond: 400 }),
  chat('practice-fast', INSTANT),
  chat('practice-slow', { firstTokenMs: 800, tokensPerSecond: 20 }),
  chat('practice-chaos', { firstTokenMs: 20, tokensPerSecond: 400 }, true),
  instant('practice-embedding', 'embedding'),
  instant('practice-speech', 'speech'),
  instant('practice-transcription', 'transcription'),
  instant('practice-image', 'image'),
]

/** Longest prompt a chat model takes. */
export const CONTEXT_TOKENS = 128_000

/** Answers carry a fixed time, so that the same request gives the same bytes. */
export const CREATED = Date.UTC(2026, 0, 1) / 1000

export type ModelAliases = Readonly<Record<string, string>>

/** Throws a 404 in OpenAI's shape. */
export function getModel(name: string, aliases: ModelAliases): MockModel {
  const id = aliases[name] ?? name
  const model = MODELS.find((candidate) => candidate.id === id)
  if (!model) throw modelNotFound(name)
  return model
}
