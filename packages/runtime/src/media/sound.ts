import { ToolMessage } from '@langchain/core/messages'
import { getCurrentTaskInput } from '@langchain/langgraph'
import { toFile } from 'openai'
import type { Media } from './media.ts'
import { fileExtension } from './media-types.ts'

const PLAYABLE = /^(audio\/|video\/(webm|mp4|mpeg)|application\/(octet-stream|ogg))/

/**
 * Reads audio from an address, a data URL, or a name in the graph's state. Every address is allowed: check it here
 * if that matters to you.
 */
export async function readSound(audio: string, signal?: AbortSignal) {
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
