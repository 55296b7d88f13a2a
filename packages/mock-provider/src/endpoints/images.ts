import type { Request, Response } from 'express'
import * as z from 'zod'
import { ApiError, badRequest } from '../errors.ts'
import type { Call } from '../http/call.ts'
import { deliverWhole, failEarly } from '../http/deliver.ts'
import { drawPicture, type Picture } from '../media/picture.ts'
import { CREATED } from '../models.ts'
import { planDelivery, type Provider } from '../provider.ts'
import { readDirectives } from '../scripts/directives.ts'
import { countTokens } from '../tokens.ts'
import { validate } from '../wire/validate.ts'

const SIZES = '256x256 512x512 1024x1024 1536x1024 1024x1536 1792x1024 1024x1792'.split(' ')

const ImageRequest = z.strictObject({
  model: z.string().default('demo-image'),
  prompt: z.string().min(1).max(32_000),
  n: z.int().min(1).max(10).nullish(),
  size: z.enum(['auto', ...SIZES]).nullish(),
  quality: z.enum(['auto', 'low', 'medium', 'high', 'standard', 'hd']).nullish(),
  background: z.enum(['auto', 'opaque', 'transparent']).nullish(),
  moderation: z.enum(['auto', 'low']).nullish(),
  output_format: z.enum(['png', 'jpeg', 'webp']).nullish(),
  output_compression: z.int().min(0).max(100).nullish(),
  response_format: z.enum(['url', 'b64_json']).nullish(),
  style: z.enum(['vivid', 'natural']).nullish(),
  user: z.string().optional(),
})
type ImageRequest = z.infer<typeof ImageRequest>

/** Tokens of a square of 1,024 pixels. */
const TOKENS = { low: 272, standard: 1_056, medium: 1_056, high: 4_160, hd: 4_160 }
const SQUARE = 1_024 * 1_024

export async function createImages(provider: Provider, call: Call): Promise<void> {
  const request = validate(ImageRequest, call.body)
  const model = provider.getModel(request.model, 'image')
  if ((request.output_format ?? 'png') !== 'png') {
    throw badRequest(`'${request.model}' returns png.`, 'output_format')
  }
  const { layer, rest: prompt } = readDirectives(request.prompt, 'prompt')
  const delivery = planDelivery(provider, model, call, [layer])
  const { fault } = delivery
  if (await failEarly(call, fault)) return
  if (fault?.kind === 'content-filter' || fault?.kind === 'refusal') {
    throw new ApiError(400, {
      message: 'Your request was rejected by the safety system (simulated fault).',
      type: 'image_generation_user_error',
      code: 'moderation_blocked',
    })
  }

  const count = fault?.kind === 'empty' ? 0 : (request.n ?? 1)
  const pictures = Array.from({ length: count }, (_, copy) => toPicture(request.size, prompt, copy))
  const body = JSON.stringify({
    created: CREATED,
    data: pictures.map((picture) =>
      request.response_format === 'url'
        ? { url: pictureUrl(call.res, picture) }
        : { b64_json: drawPicture(picture).toString('base64') },
    ),
    background: 'opaque',
    output_format: 'png',
    ...describeOutput(request, pictures),
  })
  await deliverWhole(call, { body }, delivery)
}

function toPicture(size: string | null | undefined, prompt: string, copy: number): Picture {
  const [width = 1_024, height = 1_024] = size && size !== 'auto' ? size.split('x').map(Number) : []
  return { width, height, prompt, copy }
}

function describeOutput({ size, quality, prompt }: ImageRequest, pictures: readonly Picture[]) {
  const usedQuality = quality == null || quality === 'auto' ? 'medium' : quality
  const pixels = pictures.reduce((sum, { width, height }) => sum + width * height, 0)
  const output = Math.ceil((TOKENS[usedQuality] * pixels) / SQUARE)
  const input = countTokens(prompt)
  return {
    quality: usedQuality,
    size: size == null || size === 'auto' ? '1024x1024' : size,
    usage: {
      input_tokens: input,
      input_tokens_details: { text_tokens: input, image_tokens: 0 },
      output_tokens: output,
      total_tokens: input + output,
    },
  }
}

/** The URL contains the whole picture, so the provider stores nothing. */
function pictureUrl({ req }: Response, picture: Picture): string {
  const name = Buffer.from(JSON.stringify(picture)).toString('base64url')
  return `${req.protocol}://${req.get('host')}${req.baseUrl}/demo/images/${name}`
}

const PictureInUrl = z.object({
  width: z.int(),
  height: z.int(),
  prompt: z.string().min(1).max(32_000),
  copy: z.int(),
})

export function showImage(req: Request, res: Response): void {
  res.type('png').send(drawPicture(readPictureUrl(String(req.params['picture']))))
}

function readPictureUrl(name: string): Picture {
  try {
    const picture = PictureInUrl.parse(JSON.parse(Buffer.from(name, 'base64url').toString()))
    if (SIZES.includes(`${picture.width}x${picture.height}`)) return picture
  } catch {
    // Not a picture of this provider.
  }
  throw new ApiError(404, { message: 'There is no such picture.' })
}
