import { httpError } from '../../errors/http-error.ts'
import { LatheError } from '../../errors/lathe-error.ts'
import type { ToolContext } from '../definition.ts'
import { type Sound, soundOfUrl } from './sound.ts'

type Place = Pick<ToolContext, 'fetch' | 'sounds' | 'signal'>

/** Returns the audio that an argument names. URLs are fetched within the egress rules. */
export async function findSound(
  audio: string,
  { fetch, sounds, signal }: Place,
  maxBytes: number,
): Promise<Sound> {
  const sound = await (/^https?:/i.test(audio)
    ? download(audio, { fetch, signal }, maxBytes)
    : decodeOrFind(audio, sounds))
  if (sound.bytes.length === 0) throw new LatheError('TOOL_ERROR', 'The audio is empty')
  if (sound.bytes.length <= maxBytes) return sound
  throw new LatheError(
    'PAYLOAD_TOO_LARGE',
    `The audio has ${sound.bytes.length} bytes, more than the limit of ${maxBytes}`,
    { hint: 'Send a shorter recording, or raise LATHE_MEDIA_BYTES.' },
  )
}

async function decodeOrFind(audio: string, sounds: ToolContext['sounds']): Promise<Sound> {
  const url = audio.startsWith('data:') ? audio : await sounds?.(audio)
  const sound = url === undefined ? undefined : soundOfUrl(url)
  if (sound) return sound
  throw new LatheError(
    'TOOL_ERROR',
    audio.startsWith('data:')
      ? 'The data URL contains no base64 audio'
      : `There is no audio called ${audio.slice(0, 80)} in this conversation`,
  )
}

const PLAYABLE = /^(audio\/|video\/(webm|mp4|mpeg)|application\/(octet-stream|ogg))/

async function download(
  url: string,
  { fetch, signal }: Pick<Place, 'fetch' | 'signal'>,
  maxBytes: number,
): Promise<Sound> {
  const headers = { accept: 'audio/*', 'user-agent': 'Lathe/0.1' }
  const response = await fetch(url, { headers, maxBytes, signal })
  if (!response.ok) {
    await response.body?.cancel()
    throw httpError(response.status, response.headers, '')
  }
  const [mediaType = ''] = (response.headers.get('content-type') ?? '').split(';')
  if (!PLAYABLE.test(mediaType)) {
    await response.body?.cancel()
    throw new LatheError('TOOL_ERROR', `The answer is ${mediaType || 'untyped'}, not audio`)
  }
  return { mediaType, bytes: Buffer.from(await response.arrayBuffer()) }
}
