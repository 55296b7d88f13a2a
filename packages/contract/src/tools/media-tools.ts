import * as z from 'zod'
import type { JsonSchema } from '@lathe/nodes/schemas'

import { ConnectionName } from '../models/models.ts'

export const SPEECH_FORMATS = ['mp3', 'wav', 'opus', 'aac', 'flac', 'pcm'] as const
export const SpeechFormat = z.enum(SPEECH_FORMATS)
export type SpeechFormat = z.infer<typeof SpeechFormat>

const ShortText = z.string().trim().min(1).max(64)

export const MediaTask = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('speak'),
    voice: ShortText.default('alloy'),
    format: SpeechFormat.default('mp3'),
  }),
  z.strictObject({
    type: z.literal('transcribe'),
    /** ISO 639-1. Detected by the model if absent. */
    language: z
      .string()
      .regex(/^[a-z]{2,3}$/, 'such as en')
      .nullable()
      .default(null),
  }),
  z.strictObject({ type: z.literal('translate') }),
  z.strictObject({
    type: z.literal('draw'),
    size: z
      .string()
      .regex(/^(auto|\d{2,4}x\d{2,4})$/, 'such as 1024x1024')
      .default('1024x1024'),
    /** Omitted if empty, because not every model supports it. */
    quality: z.string().trim().max(64).default(''),
    count: z.int().min(1).max(10).default(1),
  }),
])
export type MediaTask = z.infer<typeof MediaTask>

/** Speech, transcription and image generation by a provider. */
export const MediaToolConfig = z.strictObject({
  kind: z.literal('media'),
  task: MediaTask,
  connection: ConnectionName.default('demo'),
  model: z.string().trim().min(1).max(256),
  /** Includes the first attempt. */
  tries: z.int().min(1).max(10).default(3),
})
export type MediaToolConfig = z.infer<typeof MediaToolConfig>

const args = (properties: Record<string, JsonSchema>, required: string[]): JsonSchema => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
})

const audio = {
  type: 'string',
  minLength: 1,
  description:
    'Location of the audio: a public https URL, a data URL, or the name of audio in this conversation, such as audio-3fa9c1d2',
}
const prompt = {
  type: 'string',
  maxLength: 2_000,
  description: 'Names and words that occur in it, spelled as they should be',
}

/** Arguments of the tools of each task. */
export const MEDIA_ARGUMENTS: Record<MediaTask['type'], JsonSchema> = {
  speak: args(
    {
      text: { type: 'string', minLength: 1, maxLength: 4_096, description: 'Text to speak' },
      voice: { type: 'string', minLength: 1, maxLength: 64, description: 'The usual without it' },
      format: { type: 'string', enum: [...SPEECH_FORMATS], description: 'The usual without it' },
    },
    ['text'],
  ),
  transcribe: args(
    {
      audio,
      language: {
        type: 'string',
        pattern: '^[a-z]{2,3}$',
        description: 'ISO 639-1 code, optional',
      },
      prompt,
    },
    ['audio'],
  ),
  translate: args({ audio, prompt }, ['audio']),
  draw: args(
    {
      prompt: { type: 'string', minLength: 1, maxLength: 32_000, description: 'What it shows' },
      size: {
        type: 'string',
        pattern: '^(auto|[0-9]{2,4}x[0-9]{2,4})$',
        description: 'Such as 1536x1024; the usual without it',
      },
    },
    ['prompt'],
  ),
}

type MediaBuiltIn = { name: string; description: string; config: MediaToolConfig }

const withDemoModel = (task: MediaTask, model: string): MediaToolConfig => ({
  kind: 'media',
  task,
  connection: 'demo',
  model,
  tries: 3,
})

/** Its settings also apply to dictation. */
export const TRANSCRIBE: MediaBuiltIn = {
  name: 'transcribe',
  description: 'Transcribes audio in its original language.',
  config: withDemoModel({ type: 'transcribe', language: null }, 'demo-transcription'),
}

/** Text of a transcribed recording. */
export const Transcription = z.object({ text: z.string() })
export type Transcription = z.infer<typeof Transcription>

/** Built-in media tools. A workspace tool with the same name and task replaces one. */
export const MEDIA_TOOLS: readonly MediaBuiltIn[] = [
  {
    name: 'speak',
    description: 'Reads a text aloud. Returns audio with a name that other tools accept.',
    config: withDemoModel({ type: 'speak', voice: 'alloy', format: 'mp3' }, 'demo-speech'),
  },
  TRANSCRIBE,
  {
    name: 'translate_audio',
    description: 'Translates speech in any language to English text.',
    config: withDemoModel({ type: 'translate' }, 'demo-transcription'),
  },
  {
    name: 'generate_image',
    description: 'Draw a picture from a description.',
    config: withDemoModel({ type: 'draw', size: '1024x1024', quality: '', count: 1 }, 'demo-image'),
  },
]
