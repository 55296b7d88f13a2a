import type { Media, MediaCall } from './media.ts'
import { createClient, type Provider } from './provider.ts'
import { ToolMessage } from '@langchain/core/messages'
import { getCurrentTaskInput } from '@langchain/langgraph'
import { toFile } from 'openai'
import { fileExtension } from './media-types.ts'

type Settings = Provider & { language?: string }
type Request = { audio: string; language?: string; prompt?: string }

/** Transcribes audio in its own language. */
export async function createTranscript(
  settings: Settings,
  request: Request,
  { signal }: MediaCall,
) {
  const { model } = settings
  const { audio, language = settings.language, prompt } = request
  const file = await readSound(audio, signal)
  const { text } = await createClient(settings).audio.transcriptions.create(
    {
      model,
      file,
      ...(language !== undefined && { language }),
      ...(prompt !== undefined && { prompt }),
      response_format: 'json',
    },
    { signal },
  )
  return text
}

/** Transcribes audio in English. */
export async function createTranslation(
  settings: Provider,
  request: Request,
  { signal }: MediaCall,
) {
  const { model } = settings
  const { audio, prompt } = request
  const file = await readSound(audio, signal)
  const { text } = await createClient(settings).audio.translations.create(
    { model, file, ...(prompt !== undefined && { prompt }), response_format: 'json' },
    { signal },
  )
  return text
}

const PLAYABLE = /^(audio\/|video\/(webm|mp4|mpeg)|application\/(octet-stream|ogg))/

/**
 * Reads audio from an address, a data URL, or a name in the graph's state. Every address is allowed: check it here
 * if that matters to you.
 */
async function readSound(audio: string, signal?: AbortSignal) {
  const url = /^(https?|data):/i.test(audio) ? audio : findSound(audio).url
  const response = await fetch(url, { signal: signal ?? null })
  if (!response.ok) {
    throw new Error(`The audio cannot be read: ${response.status} ${response.statusText}`)
  }
  const sound = await response.blob()
  if (!PLAYABLE.test(sound.type))
    throw new Error(`${sound.type || 'An untyped answer'} is not audio`)
  return toFile(sound, `audio.${fileExtension(sound.type)}`)
}

function findSound(name: string): Media {
  const state = getCurrentTaskInput<object>()
  for (const sound of listSounds(Object.values(state))) {
    if (sound.name === name) return sound
  }
  throw new Error(`There is no audio called ${name} in this conversation`)
}

function* listSounds(value: unknown): Generator<Media> {
  if (Array.isArray(value)) {
    for (const item of value) yield* listSounds(item)
  } else if (ToolMessage.isInstance(value)) {
    yield* listSounds(value.artifact)
  } else if (isSound(value)) {
    yield value
  }
}

const isSound = (value: unknown): value is Media =>
  typeof value === 'object' &&
  value !== null &&
  'type' in value &&
  value.type === 'audio' &&
  'url' in value
