import { createHash } from 'node:crypto'
import type { JsonObject } from '@lathe/contract'

export type Sound = { mediaType: string; bytes: Buffer }

/** Formats audio as a tool result: it can be played, and other tools find it by its name. */
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

/** Browsers append the codec: `audio/webm;codecs=opus`. */
const DATA_URL = /^data:(audio\/[\w.+-]+|video\/(?:webm|mp4))((?:;[\w-]+=[\w.,-]+)*);base64,(.*)$/s

/** Decodes the audio of a data URL. Returns undefined if it is not a base64 data URL. */
export function soundOfUrl(url: string): Sound | undefined {
  const [, mediaType, , data] = DATA_URL.exec(url) ?? []
  if (mediaType === undefined || data === undefined) return undefined
  return { mediaType, bytes: Buffer.from(data, 'base64') }
}
