import { audioUsage, type MediaToolConfig, ZERO_USAGE, type Usage } from '@lathe/contract'
import { fileExtension } from '@lathe-ai/runtime/media-types'
import * as z from 'zod'
import { readJson } from './ask-media.ts'
import type { MediaRequest } from './ask-media.ts'
import type { Sound } from './sound.ts'

const tokens = z.int().nonnegative()

/** Some providers report the duration in seconds, some no usage at all. */
const Answer = z.object({
  text: z.string(),
  usage: z
    .object({
      input_tokens: tokens,
      output_tokens: tokens,
      input_token_details: z.object({ audio_tokens: tokens.nullish() }).nullish(),
    })
    .nullish()
    .catch(null),
})

type TranscriptionSettings = Pick<MediaToolConfig, 'connection' | 'model' | 'tries'> & {
  isTranslated: boolean
  language?: string | undefined
  prompt?: string | undefined
}

/** Returns the HTTP request that transcribes or translates audio. */
export function transcriptionRequest(
  { connection, model, tries, isTranslated, language, prompt }: TranscriptionSettings,
  { mediaType, bytes }: Sound,
): MediaRequest<string> {
  const requestFields = { ...(language && { language }), ...(prompt && { prompt }) }
  return {
    connection,
    model,
    tries,
    path: isTranslated ? '/audio/translations' : '/audio/transcriptions',
    body: {
      form: {
        fields: { model, response_format: 'json', ...requestFields },
        file: { name: `audio.${fileExtension(mediaType)}`, type: mediaType, bytes },
      },
    },
    inputs: { audio: { mediaType, bytes: bytes.length }, ...requestFields },
    async read(response, refuse) {
      const { data } = Answer.safeParse(await readJson(response))
      if (!data) throw refuse(`The model ${model} did not return a text`)
      return { value: data.text, usage: toUsage(data.usage), outputs: data.text }
    },
  }
}

function toUsage(usage: z.infer<typeof Answer>['usage']): Usage | null {
  if (!usage) return null
  const { input_tokens: input, output_tokens: output, input_token_details: details } = usage
  return { ...ZERO_USAGE, input, output, ...audioUsage(details?.audio_tokens ?? 0, 0) }
}
