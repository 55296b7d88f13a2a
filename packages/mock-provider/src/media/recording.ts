import { ApiError, badRequest } from '../errors.ts'
import { readMp3, readWav } from './audio-files.ts'

const MAX_BYTES = 25 * 1024 * 1024
/** Typical size of speech in the formats that this provider does not parse. */
const COMPRESSED_BYTES_PER_SECOND = 4_000

/** Returns the text in speech of this provider. The text of any other recording states its duration and format. */
export function transcribeRecording(bytes: Buffer): { seconds: number; text: string } {
  if (bytes.length > MAX_BYTES) {
    throw new ApiError(413, {
      message: `Maximum content size limit (${MAX_BYTES}) exceeded (${bytes.length} bytes read)`,
      type: 'server_error',
    })
  }
  const { format, seconds, text } = readRecording(bytes)
  if (seconds <= 0) {
    const message = 'Audio file is too short. Minimum audio length is 0.1 seconds.'
    throw badRequest(message, 'file', 'audio_too_short')
  }
  return {
    seconds,
    text: text ?? `This is a recording of ${seconds.toFixed(1)} seconds in ${format}.`,
  }
}

function readRecording(bytes: Buffer) {
  const start = bytes.toString('latin1', 0, 12)
  if (/^RIFF.{4}WAVE/s.test(start)) return { format: 'wav', ...readWav(bytes) }
  if (/^(ID3|\u00ff[\u00e2\u00e3\u00f2\u00f3\u00fa\u00fb])/.test(start)) {
    return { format: 'mp3', ...readMp3(bytes) }
  }
  const format = bytes.length === 0 ? 'empty' : compressedFormat(start)
  if (format === undefined) {
    throw badRequest(
      "Invalid file format. Supported formats: ['flac', 'm4a', 'mp3', 'mp4', 'mpeg', 'mpga', 'oga', 'ogg', 'wav', 'webm']",
      'file',
    )
  }
  return { format, seconds: bytes.length / COMPRESSED_BYTES_PER_SECOND, text: undefined }
}

function compressedFormat(start: string): string | undefined {
  if (start.startsWith('\u001aE\u00df\u00a3')) return 'webm'
  if (start.startsWith('OggS')) return 'ogg'
  if (start.startsWith('fLaC')) return 'flac'
  return start.slice(4, 8) === 'ftyp' ? 'mp4' : undefined
}
