import { ApiError, badRequest } from '../api-error.ts'
import { readMp3 } from './mp3.ts'
import { type Heard, readWav } from './wav.ts'

const MOST_BYTES = 25 * 1024 * 1024
/** About what speech takes in formats that this provider does not take apart. */
const COMPRESSED_BYTES_PER_SECOND = 4_000

/**
 * What is said in a file. Speech of this provider carries its text; of any other recording it says what it is,
 * the same of the same bytes.
 */
export function listen(bytes: Buffer): Heard & { text: string } {
  if (bytes.length > MOST_BYTES) throw tooLarge(bytes.length)
  const heard = heardIn(bytes)
  if (heard.seconds <= 0) throw tooShort()
  const { format, seconds } = heard
  const text = heard.text ?? `This is a recording of ${seconds.toFixed(1)} seconds in ${format}.`
  return { ...heard, text }
}

function heardIn(bytes: Buffer): Heard {
  const start = bytes.toString('latin1', 0, 12)
  if (/^RIFF.{4}WAVE/s.test(start)) return readWav(bytes)
  if (/^(ID3|\u00ff[\u00e2\u00e3\u00f2\u00f3\u00fa\u00fb])/.test(start)) return readMp3(bytes)
  const format = compressedFormat(start)
  if (format) {
    return { format, seconds: bytes.length / COMPRESSED_BYTES_PER_SECOND, text: undefined }
  }
  if (bytes.length === 0) throw tooShort()
  throw badRequest(
    "Invalid file format. Supported formats: ['flac', 'm4a', 'mp3', 'mp4', 'mpeg', 'mpga', 'oga', 'ogg', 'wav', 'webm']",
    'file',
  )
}

function compressedFormat(start: string): string | undefined {
  if (start.startsWith('\u001aE\u00df\u00a3')) return 'webm'
  if (start.startsWith('OggS')) return 'ogg'
  if (start.startsWith('fLaC')) return 'flac'
  return start.slice(4, 8) === 'ftyp' ? 'mp4' : undefined
}

const tooShort = () =>
  badRequest(
    'Audio file is too short. Minimum audio length is 0.1 seconds.',
    'file',
    'audio_too_short',
  )

const tooLarge = (bytes: number) =>
  new ApiError(413, {
    message: `Maximum content size limit (${MOST_BYTES}) exceeded (${bytes} bytes read)`,
    type: 'server_error',
  })
