import type { Request } from 'express'
import { createHash } from 'node:crypto'
import * as z from 'zod'
import { ApiError, badRequest } from '../errors.ts'
import { deliverWhole, failEarly } from '../http/deliver.ts'
import { type Call, readForm } from '../http/call.ts'
import { planDelivery, type Provider } from '../provider.ts'
import { readDirectives } from '../scripts/directives.ts'
import { countTokens } from '../tokens.ts'
import { validate } from '../wire/validate.ts'
import { readMp3, readWav } from '../media/audio-files.ts'

/** Fields of a form are texts. */
const TranslationRequest = z.strictObject({
  model: z.string(),
  prompt: z.string().default(''),
  response_format: z.enum(['json', 'text', 'srt', 'verbose_json', 'vtt']).default('json'),
  temperature: z
    .string()
    .regex(/^(0(\.\d+)?|1(\.0+)?)$/, 'expected a number between 0 and 1')
    .optional(),
})

const TranscriptionRequest = TranslationRequest.extend({
  language: z
    .string()
    .regex(/^[a-z]{2,3}(-[A-Za-z]{2})?$/, 'expected an ISO-639-1 code')
    .optional(),
  /** Ignored, as by providers that do not stream transcriptions. */
  stream: z.string().optional(),
  chunking_strategy: z.string().optional(),
  'timestamp_granularities[]': z.enum(['word', 'segment']).optional(),
  'include[]': z.string().optional(),
})
type TranscriptionRequest = z.infer<typeof TranscriptionRequest>

/** A form by its content, so that equal uploads have equal fingerprints whatever their boundary. */
type Upload = { fields: Record<string, string>; digest: string; bytes: () => Buffer }

export async function readUpload(req: Request): Promise<Upload> {
  const { file, ...rest } = Object.fromEntries(await readForm(req))
  if (!(file instanceof File)) throw badRequest("Missing required parameter: 'file'.", 'file')
  const fields = Object.fromEntries(
    Object.entries(rest).filter((field): field is [string, string] => typeof field[1] === 'string'),
  )
  const bytes = Buffer.from(await file.arrayBuffer())
  const digest = createHash('sha256').update(bytes).digest('hex')
  return { fields, digest, bytes: () => bytes }
}

/** Transcribes a recording. A translation returns the same text, because the mock provider cannot translate. */
export async function transcribe(
  provider: Provider,
  call: Call,
  { fields, bytes }: Upload,
  task: 'transcribe' | 'translate',
): Promise<void> {
  const schema = task === 'translate' ? TranslationRequest : TranscriptionRequest
  const request: TranscriptionRequest = validate<TranscriptionRequest>(schema, fields)
  const model = provider.getModel(request.model, 'transcription')
  const { layer } = readDirectives(request.prompt, 'prompt')
  const delivery = planDelivery(provider, model, call, [layer])
  if (await failEarly(call, delivery.fault)) return

  const recording = transcribeRecording(bytes())
  const text = delivery.fault?.kind === 'empty' ? '' : recording.text
  const { type, body } = transcriptionBody(request, { ...recording, text, task })
  await deliverWhole(call, { type, body, tokens: countTokens(text) }, delivery)
}

type Transcription = { task: string; text: string; seconds: number }

const LANGUAGES: Readonly<Record<string, string>> = {
  en: 'english',
  fr: 'french',
  de: 'german',
  es: 'spanish',
}
/** The rate at which OpenAI's models count audio. */
const AUDIO_TOKENS_PER_SECOND = 10

function transcriptionBody(
  { response_format: format, language = 'en', prompt }: TranscriptionRequest,
  { task, text, seconds }: Transcription,
): { type: string; body: string } {
  const asText = (body: string) => ({ type: 'text/plain', body })
  const asJson = (body: object) => ({ type: 'json', body: JSON.stringify(body) })
  switch (format) {
    case 'text':
      return asText(`${text}\n`)
    case 'srt':
      return asText(`1\n${timeRange(seconds, ',')}\n${text}\n\n`)
    case 'vtt':
      return asText(`WEBVTT\n\n${timeRange(seconds, '.')}\n${text}\n\n`)
    case 'verbose_json': {
      const duration = Math.round(seconds * 1_000) / 1_000
      return asJson({
        task,
        language: LANGUAGES[language] ?? language,
        duration,
        text,
        segments: [{ id: 0, seek: 0, start: 0, end: duration, text, temperature: 0 }],
        usage: { type: 'duration', seconds: Math.ceil(seconds) },
      })
    }
    default:
      return asJson({
        text,
        ...(task === 'transcribe' && { usage: transcriptionUsage(text, seconds, prompt) }),
      })
  }
}

function transcriptionUsage(text: string, seconds: number, prompt: string) {
  const audio = Math.ceil(seconds * AUDIO_TOKENS_PER_SECOND)
  const [input, output] = [countTokens(prompt), countTokens(text)]
  return {
    type: 'tokens',
    input_tokens: input + audio,
    input_token_details: { text_tokens: input, audio_tokens: audio },
    output_tokens: output,
    total_tokens: input + audio + output,
  }
}

function timeRange(seconds: number, separator: string): string {
  const end = new Date(Math.round(seconds * 1_000)).toISOString().slice(11, 23)
  return `00:00:00${separator}000 --> ${end.replace('.', separator)}`
}

const MAX_BYTES = 25 * 1024 * 1024
/** Typical size of speech in the formats that this provider does not parse. */
const COMPRESSED_BYTES_PER_SECOND = 4_000

/** Returns the text in speech of this provider. The text of any other recording states its duration and format. */
function transcribeRecording(bytes: Buffer): { seconds: number; text: string } {
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
