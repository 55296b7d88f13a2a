import type { Request, Response } from 'express'
import { ApiError, badRequest } from '../api-error.ts'
import { drawPicture } from '../media/picture.ts'
import type { Picture } from '../media/picture.ts'
import { CREATED, getModel } from '../models.ts'
import { aliasesOf, type Provider } from '../provider.ts'
import { chooseFault, paceOf } from '../provider.ts'
import { directedSettings } from '../script/asked-settings.ts'
import { readDirectives, withoutDirectives } from '../script/directives.ts'
import { countTokens } from '../tokens.ts'
import { ImageRequest } from '../wire/image-request.ts'
import { validate } from '../wire/validate.ts'
import type { Call } from './call.ts'
import { deliverJson, failEarly } from './deliver.ts'

/** Of a square of 1,024 pixels. */
const TOKENS = { low: 272, standard: 1_056, medium: 1_056, high: 4_160, hd: 4_160 }
const SQUARE = 1_024 * 1_024

export async function createImages(provider: Provider, call: Call): Promise<void> {
  const request = validate(ImageRequest, call.body)
  const model = getModel(request.model, aliasesOf(provider))
  if (model.kind !== 'image') throw notAPainter(request.model)
  if ((request.output_format ?? 'png') !== 'png') {
    throw badRequest(`'${request.model}' makes pictures as png.`, 'output_format')
  }
  const directed = directedSettings(readDirectives(request.prompt))
  const sources = { header: call.header, prompt: directed }
  const fault = chooseFault(provider, model, sources, call.fingerprint, call.key)
  if (await failEarly(call, fault)) return
  if (fault?.kind === 'content-filter' || fault?.kind === 'refusal') throw refused()

  const count = fault?.kind === 'empty' ? 0 : (request.n ?? 1)
  const pictures = Array.from({ length: count }, (_, copy) => pictureOf(request, copy))
  const body = JSON.stringify({
    created: CREATED,
    data: pictures.map((picture) =>
      request.response_format === 'url'
        ? { url: addressOf(call.res, picture) }
        : { b64_json: drawPicture(picture).toString('base64') },
    ),
    background: 'opaque',
    output_format: 'png',
    ...describe(request, pictures),
  })
  const pace = paceOf(model, [call.header, directed, provider.options.settings ?? {}])
  await deliverJson(call, body, 0, pace, fault)
}

function pictureOf({ prompt, size }: ImageRequest, copy: number): Picture {
  const [width = 1_024, height = 1_024] = size && size !== 'auto' ? size.split('x').map(Number) : []
  return { width, height, prompt: withoutDirectives(prompt), copy }
}

function describe(request: ImageRequest, pictures: readonly Picture[]) {
  const { size, quality: asked, prompt } = request
  const quality = asked == null || asked === 'auto' ? 'medium' : asked
  const pixels = pictures.reduce((sum, { width, height }) => sum + width * height, 0)
  const output = Math.ceil((TOKENS[quality] * pixels) / SQUARE)
  const input = countTokens(prompt)
  return {
    quality,
    size: size == null || size === 'auto' ? '1024x1024' : size,
    usage: {
      input_tokens: input,
      input_tokens_details: { text_tokens: input, image_tokens: 0 },
      output_tokens: output,
      total_tokens: input + output,
    },
  }
}

/** All of the picture is in its address, so that nothing need be kept for it. */
function addressOf({ req }: Response, picture: Picture): string {
  const name = Buffer.from(JSON.stringify(picture)).toString('base64url')
  return `${req.protocol}://${req.get('host')}${req.baseUrl}/demo/images/${name}`
}

export function showImage(req: Request, res: Response): void {
  res.type('png').send(drawPicture(readAddress(String(req.params['picture']))))
}

function readAddress(name: string): Picture {
  try {
    const text = Buffer.from(name, 'base64url').toString()
    const { width, height, prompt, copy }: Record<string, unknown> = JSON.parse(text)
    const size = `${Number(width)}x${Number(height)}`
    const request = ImageRequest.parse({ prompt, size })
    return pictureOf(request, Number(copy))
  } catch {
    throw new ApiError(404, { message: 'There is no such picture.' })
  }
}

const refused = () =>
  new ApiError(400, {
    message: 'Your request was rejected by the safety system (simulated fault).',
    type: 'image_generation_user_error',
    code: 'moderation_blocked',
  })

const notAPainter = (model: string) =>
  new ApiError(404, { message: `The model '${model}' makes no pictures.`, param: 'model' })
