import type { JsonObject, MediaToolConfig, SpeechFormat } from '@lathe/contract'
import { SpeechFormat as Format } from '@lathe/contract'
import { MEDIA_TYPES } from '@lathe-ai/runtime/media-types'
import { stringArgument } from '../definition.ts'
import type { MediaRequest } from './ask-media.ts'
import { toSound } from './sound.ts'

type Speak = Extract<MediaToolConfig['task'], { type: 'speak' }>

/** Returns the HTTP request that turns text into speech. */
export function speechRequest(
  { connection, model, tries }: MediaToolConfig,
  task: Speak,
  args: JsonObject,
): MediaRequest<JsonObject> {
  const voice = stringArgument(args['voice']) || task.voice
  const format: SpeechFormat = Format.safeParse(args['format']).data ?? task.format
  const requestFields = { input: stringArgument(args['text']), voice, response_format: format }
  return {
    connection,
    model,
    tries,
    path: '/audio/speech',
    body: { json: { model, ...requestFields } },
    inputs: requestFields,
    async read(response, refuse) {
      const type = response.headers.get('content-type') ?? ''
      if (/json|text\//.test(type)) {
        throw refuse(`The model ${model} returned ${type} instead of audio`)
      }
      const bytes = Buffer.from(await response.arrayBuffer())
      if (bytes.length === 0) throw refuse(`The model ${model} returned no audio`)
      const sound = toSound({ mediaType: MEDIA_TYPES[format], bytes })
      const { url: _, ...soundFields } = sound
      return { value: sound, usage: null, outputs: soundFields }
    },
  }
}
