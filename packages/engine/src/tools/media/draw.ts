import type { Json, JsonObject, MediaToolConfig } from '@lathe/contract'
import { ZERO_USAGE } from '@lathe/contract'
import { pictureType } from '@lathe-ai/runtime/media-types'
import * as z from 'zod'
import { httpError } from '../../errors/http-error.ts'
import type { ToolContext } from '../definition.ts'
import { stringArgument } from '../definition.ts'
import { readJson } from './ask-media.ts'
import type { MediaRequest } from './ask-media.ts'

type Draw = Extract<MediaToolConfig['task'], { type: 'draw' }>
type Place = Pick<ToolContext, 'fetch' | 'signal'> & { maxBytes: number }

const tokens = z.int().nonnegative()
const Drawn = z.object({
  b64_json: z.string().nullish(),
  url: z.string().nullish(),
  revised_prompt: z.string().nullish(),
})
const Answer = z.object({
  data: z.array(Drawn).min(1),
  usage: z.object({ input_tokens: tokens, output_tokens: tokens }).nullish().catch(null),
})

/** Returns the HTTP request that draws or edits a picture. */
export function pictureRequest(
  { connection, model, tries }: MediaToolConfig,
  task: Draw,
  args: JsonObject,
  place: Place,
): MediaRequest<Json> {
  const { quality, count } = task
  const requestFields = {
    prompt: stringArgument(args['prompt']),
    size: stringArgument(args['size']) || task.size,
    n: count,
    ...(quality !== '' && { quality }),
  }
  return {
    connection,
    model,
    tries,
    path: '/images/generations',
    body: { json: { model, ...requestFields } },
    inputs: requestFields,
    async read(response, refuse) {
      const { data } = Answer.safeParse(await readJson(response))
      if (!data) throw refuse(`The model ${model} did not return a picture`)
      const pictures: JsonObject[] = []
      for (const picture of data.data) {
        const bytes = await readPicture(picture, place)
        const mediaType = bytes && pictureType(bytes)
        if (!mediaType) throw refuse(`The model ${model} did not return a picture`)
        pictures.push(toPicture(mediaType, bytes, picture.revised_prompt))
      }
      const outputs = pictures.map(({ mediaType = null, bytes = null }) => ({ mediaType, bytes }))
      const { usage } = data
      return {
        value: pictures.length === 1 ? (pictures[0] ?? null) : pictures,
        usage: usage
          ? { ...ZERO_USAGE, input: usage.input_tokens, output: usage.output_tokens }
          : null,
        outputs,
      }
    },
  }
}

const toPicture = (mediaType: string, bytes: Buffer, revisedPrompt: string | null | undefined) => ({
  type: 'image',
  mediaType,
  bytes: bytes.length,
  ...(revisedPrompt && { revisedPrompt }),
  url: `data:${mediaType};base64,${bytes.toString('base64')}`,
})

/** Some providers return the picture's URL, which is fetched like any other. */
async function readPicture(
  { b64_json: data, url }: z.infer<typeof Drawn>,
  { fetch, signal, maxBytes }: Place,
): Promise<Buffer | undefined> {
  if (data) return Buffer.from(data, 'base64')
  if (!url) return undefined
  const base64 = /^data:image\/[\w.+-]+;base64,(.*)$/s.exec(url)?.[1]
  if (base64 !== undefined) return Buffer.from(base64, 'base64')
  const response = await fetch(url, { maxBytes, signal })
  if (response.ok) return Buffer.from(await response.arrayBuffer())
  await response.body?.cancel()
  throw httpError(response.status, response.headers, '')
}
