import { drawFrom, fingerprintOf } from '../fingerprint.ts'
import { commentChunk } from './wav.ts'
import { commentTag, silentFrames } from './mp3.ts'

export type Sound = { type: string; bytes: Buffer }

type Speech = { input: string; voice: string; format: 'wav' | 'pcm' | 'mp3'; speed: number }

const MS_PER_CHARACTER = 60
const SHORTEST_MS = 300
const WAV_RATE = 8_000
/** What OpenAI's raw samples have. */
const PCM_RATE = 24_000

/** A hum with one tone a word, as long as the text takes to say; the text itself stands in the file's comment. */
export function speak({ input, voice, format, speed }: Speech): Sound {
  const ms = Math.max(SHORTEST_MS, (input.length * MS_PER_CHARACTER) / speed)
  switch (format) {
    case 'mp3':
      return { type: 'audio/mpeg', bytes: Buffer.concat([commentTag(input), silentFrames(ms)]) }
    case 'pcm':
      return { type: 'audio/pcm', bytes: wide(hum(input, voice, ms, PCM_RATE)) }
    default:
      return { type: 'audio/wav', bytes: asWav(hum(input, voice, ms, WAV_RATE), input) }
  }
}

/** Samples in [-1, 1]. */
function hum(text: string, voice: string, ms: number, rate: number): Float32Array {
  const samples = new Float32Array(Math.round((ms / 1_000) * rate))
  const words = text.split(/\s+/).filter(Boolean)
  const lowest = 110 + drawFrom(fingerprintOf('voice', voice), 'pitch', 110)
  const each = samples.length / Math.max(1, words.length)
  words.forEach((word, index) => {
    const pitch = lowest * 2 ** (drawFrom(fingerprintOf('word', word), 'tone', 12) / 12)
    const from = Math.floor(index * each)
    const length = Math.floor(each * 0.9)
    for (let at = 0; at < length && from + at < samples.length; at += 1) {
      const swell = Math.sin((Math.PI * at) / length)
      samples[from + at] = 0.4 * swell * Math.sin((2 * Math.PI * pitch * at) / rate)
    }
  })
  return samples
}

function wide(samples: Float32Array): Buffer {
  const bytes = Buffer.alloc(samples.length * 2)
  samples.forEach((sample, at) => bytes.writeInt16LE(Math.round(sample * 32_767), at * 2))
  return bytes
}

function asWav(samples: Float32Array, comment: string): Buffer {
  const format = Buffer.alloc(24)
  format.write('fmt ', 0, 'latin1')
  format.writeUInt32LE(16, 4)
  format.writeUInt16LE(1, 8)
  format.writeUInt16LE(1, 10)
  format.writeUInt32LE(WAV_RATE, 12)
  format.writeUInt32LE(WAV_RATE, 16)
  format.writeUInt16LE(1, 20)
  format.writeUInt16LE(8, 22)
  const data = Buffer.alloc(8 + samples.length + (samples.length % 2))
  data.write('data', 0, 'latin1')
  data.writeUInt32LE(samples.length, 4)
  samples.forEach((sample, at) => data.writeUInt8(Math.round(128 + sample * 127), 8 + at))
  const body = Buffer.concat([Buffer.from('WAVE'), format, commentChunk(comment), data])
  const head = Buffer.alloc(8)
  head.write('RIFF', 0, 'latin1')
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body])
}
