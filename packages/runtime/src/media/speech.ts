import { createHash } from 'node:crypto'
import { dataUrl, toToolResult } from './media.ts'
import type { MediaCall } from './media.ts'
import { createClient } from './provider.ts'
import type { Provider } from './provider.ts'
import { MEDIA_TYPES } from './media-types.ts'

type Format = keyof typeof MEDIA_TYPES
type Settings = Provider & { voice: string; format: Format }
type Speech = { text: string; voice?: string; format?: Format }

/** Generates audio of a text. */
export async function createSpeech(settings: Settings, speech: Speech, call: MediaCall) {
  const { model } = settings
  const { text: input, voice = settings.voice, format = settings.format } = speech
  const response = await createClient(settings).audio.speech.create(
    { model, input, voice, response_format: format },
    { signal: call.signal },
  )
  const type = response.headers.get('content-type') ?? ''
  const bytes = Buffer.from(await response.arrayBuffer())
  if (bytes.length === 0 || /json|text\//.test(type)) {
    throw new Error(`The model ${model} answered without any audio`)
  }
  const mediaType = MEDIA_TYPES[format]
  const name = `audio-${createHash('sha256').update(bytes).digest('hex').slice(0, 8)}`
  const url = dataUrl(mediaType, bytes)
  return toToolResult({ type: 'audio', mediaType, name, bytes: bytes.length, url }, call)
}
