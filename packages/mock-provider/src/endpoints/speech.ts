import * as z from 'zod'
import { badRequest } from '../errors.ts'
import type { Call } from '../http/call.ts'
import { deliverWhole, failEarly } from '../http/deliver.ts'
import { planDelivery, type Provider } from '../provider.ts'
import { readDirectives } from '../scripts/directives.ts'
import { validate } from '../wire/validate.ts'
import { createFingerprint, pickNumber } from '../fingerprint.ts'
import { commentChunk, idTag, silentFrames } from '../media/audio-files.ts'

const SpeechRequest = z.strictObject({
  model: z.string(),
  input: z.string().min(1).max(4_096),
  /** A name, or the id of a custom voice. */
  voice: z.union([z.string().min(1), z.strictObject({ id: z.string() })]),
  instructions: z.string().max(4_096).optional(),
  response_format: z.enum(['mp3', 'opus', 'aac', 'flac', 'wav', 'pcm']).default('mp3'),
  speed: z.number().min(0.25).max(4).default(1),
  stream_format: z.enum(['audio', 'sse']).optional(),
})

export async function createSpeech(provider: Provider, call: Call): Promise<void> {
  const request = validate(SpeechRequest, call.body)
  const model = provider.getModel(request.model, 'speech')
  if (request.stream_format === 'sse') {
    throw badRequest(`'${request.model}' does not stream events.`, 'stream_format')
  }
  const { response_format: format, speed, voice } = request
  if (format !== 'mp3' && format !== 'wav' && format !== 'pcm') {
    throw badRequest(`'${request.model}' returns mp3, wav and pcm.`, 'response_format')
  }
  const { layer, rest: input } = readDirectives(request.input, 'input')
  const delivery = planDelivery(provider, model, call, [layer])
  if (await failEarly(call, delivery.fault)) return

  const name = typeof voice === 'string' ? voice : voice.id
  const { type, body } = synthesize({ input, voice: name, format, speed })
  const isEmpty = delivery.fault?.kind === 'empty'
  await deliverWhole(call, { type, body: isEmpty ? Buffer.alloc(0) : body }, delivery)
}

type Speech = { input: string; voice: string; format: 'wav' | 'pcm' | 'mp3'; speed: number }

const MS_PER_CHARACTER = 60
const MIN_MS = 300
const WAV_RATE = 8_000
/** The sample rate of OpenAI's raw samples. */
const PCM_RATE = 24_000

/**
 * Returns a hum with one tone per word, as long as the text takes to speak; an MP3 is silent. WAV and MP3 files
 * contain the text as a comment, so that a transcription returns it.
 */
function synthesize({ input, voice, format, speed }: Speech): {
  type: string
  body: Buffer
} {
  const ms = Math.max(MIN_MS, (input.length * MS_PER_CHARACTER) / speed)
  switch (format) {
    case 'mp3':
      return { type: 'audio/mpeg', body: Buffer.concat([idTag(input), silentFrames(ms)]) }
    case 'pcm': {
      const samples = hum(input, voice, ms, PCM_RATE)
      const body = Buffer.alloc(samples.length * 2)
      samples.forEach((sample, index) => body.writeInt16LE(Math.round(sample * 32_767), index * 2))
      return { type: 'audio/pcm', body }
    }
    default:
      return { type: 'audio/wav', body: toWav(hum(input, voice, ms, WAV_RATE), input) }
  }
}

/** Returns samples between -1 and 1. */
function hum(text: string, voice: string, ms: number, rate: number): Float32Array {
  const samples = new Float32Array(Math.round((ms / 1_000) * rate))
  const words = text.split(/\s+/).filter(Boolean)
  const lowest = 110 + pickNumber(createFingerprint('voice', voice), 'pitch', 110)
  const samplesPerWord = samples.length / Math.max(1, words.length)
  words.forEach((word, index) => {
    const pitch = lowest * 2 ** (pickNumber(createFingerprint('word', word), 'tone', 12) / 12)
    const start = Math.floor(index * samplesPerWord)
    const length = Math.floor(samplesPerWord * 0.9)
    for (let index = 0; index < length && start + index < samples.length; index += 1) {
      const volume = 0.4 * Math.sin((Math.PI * index) / length)
      samples[start + index] = volume * Math.sin((2 * Math.PI * pitch * index) / rate)
    }
  })
  return samples
}

/** Writes eight bits per sample. */
function toWav(samples: Float32Array, comment: string): Buffer {
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
  samples.forEach((sample, index) => data.writeUInt8(Math.round(128 + sample * 127), 8 + index))
  const body = Buffer.concat([Buffer.from('WAVE'), format, commentChunk(comment), data])
  const head = Buffer.alloc(8)
  head.write('RIFF', 0, 'latin1')
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body])
}
