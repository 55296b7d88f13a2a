import { createHash } from 'node:crypto'
import type { JsonObject, SpeechFormat } from '@lathe/contract'

export const MEDIA_TYPES: Record<SpeechFormat, string> = {
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  opus: 'audio/ogg',
  aac: 'audio/aac',
  flac: 'audio/flac',
  pcm: 'audio/pcm',
}

/** What providers tell the kind of a file by. */
const ENDINGS: readonly (readonly [RegExp, string])[] = [
  [/wav|wave/, 'wav'],
  [/webm/, 'webm'],
  [/ogg|opus/, 'ogg'],
  [/flac/, 'flac'],
  [/mp4|m4a|aac/, 'm4a'],
  [/mpeg|mp3/, 'mp3'],
]

export const endingOf = (mediaType: string): string =>
  ENDINGS.find(([pattern]) => pattern.test(mediaType))?.[1] ?? 'mp3'

export type Sound = { mediaType: string; bytes: Buffer }

/** As results hold audio: it plays, and other tools find it by its name. */
export function toSound({ mediaType, bytes }: Sound): JsonObject {
  const digest = createHash('sha256').update(bytes).digest('hex')
  return {
    type: 'audio',
    mediaType,
    name: `audio-${digest.slice(0, 8)}`,
    bytes: bytes.length,
    url: `data:${mediaType};base64,${bytes.toString('base64')}`,
  }
}

/** Browsers add what they record with: `audio/webm;codecs=opus`. */
const DATA_URL = /^data:(audio\/[\w.+-]+|video\/(?:webm|mp4))((?:;[\w-]+=[\w.,-]+)*);base64,(.*)$/s

export function soundOfUrl(url: string): Sound | undefined {
  const [, mediaType, , data] = DATA_URL.exec(url) ?? []
  if (mediaType === undefined || data === undefined) return undefined
  return { mediaType, bytes: Buffer.from(data, 'base64') }
}
