import { countTokens } from '../tokens.ts'
import type { TranscriptionRequest } from './transcription-request.ts'

type Transcription = {
  task: 'transcribe' | 'translate'
  text: string
  /** ISO 639-1. */
  language: string
  seconds: number
  promptTokens: number
}

const NAMES: Readonly<Record<string, string>> = {
  en: 'english',
  fr: 'french',
  de: 'german',
  es: 'spanish',
}
/** As OpenAI's models count: ten a second. */
const AUDIO_TOKENS_PER_SECOND = 10

export function transcriptionBody(
  format: TranscriptionRequest['response_format'],
  answer: Transcription,
): { type: string; body: string } {
  const { task, text, seconds } = answer
  switch (format) {
    case 'text':
      return { type: 'text/plain', body: `${text}\n` }
    case 'srt':
      return { type: 'text/plain', body: `1\n${times(seconds, ',')}\n${text}\n\n` }
    case 'vtt':
      return { type: 'text/plain', body: `WEBVTT\n\n${times(seconds, '.')}\n${text}\n\n` }
    case 'verbose_json':
      return { type: 'json', body: JSON.stringify(verbose(answer)) }
    default: {
      const usage = task === 'transcribe' && { usage: usageOf(answer) }
      return { type: 'json', body: JSON.stringify({ text, ...usage }) }
    }
  }
}

function verbose({ task, text, language, seconds }: Transcription) {
  const duration = Math.round(seconds * 1_000) / 1_000
  return {
    task,
    language: NAMES[language] ?? language,
    duration,
    text,
    segments: [{ id: 0, seek: 0, start: 0, end: duration, text, temperature: 0 }],
    usage: { type: 'duration', seconds: Math.ceil(seconds) },
  }
}

function usageOf({ text, seconds, promptTokens }: Transcription) {
  const audio = Math.ceil(seconds * AUDIO_TOKENS_PER_SECOND)
  const output = countTokens(text)
  return {
    type: 'tokens',
    input_tokens: promptTokens + audio,
    input_token_details: { text_tokens: promptTokens, audio_tokens: audio },
    output_tokens: output,
    total_tokens: promptTokens + audio + output,
  }
}

function times(seconds: number, mark: string): string {
  const end = new Date(Math.round(seconds * 1_000)).toISOString().slice(11, 23)
  return `00:00:00${mark}000 --> ${end.replace('.', mark)}`
}
