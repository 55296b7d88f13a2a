import type OpenAI from 'openai'
import { dataUrl, toToolResult } from './media.ts'
import type { Media, MediaCall } from './media.ts'
import { pictureType } from './media-types.ts'
import { createClient } from './provider.ts'
import type { Provider } from './provider.ts'

type Quality = NonNullable<OpenAI.ImageGenerateParams['quality']>
type Settings = Provider & { size: string; quality?: string; count: number }
type Drawing = { prompt: string; size?: string }

/** Generates one or more pictures. */
export async function createPicture(settings: Settings, drawing: Drawing, call: MediaCall) {
  const { model, count } = settings
  const { prompt, size = settings.size } = drawing
  // The cast allows the qualities of other providers.
  const quality = settings.quality as Quality | undefined
  const { data = [] } = await createClient(settings).images.generate(
    { model, prompt, size, n: count, ...(quality && { quality }) },
    { signal: call.signal },
  )
  const pictures = await Promise.all(data.map((image) => toPicture(image, call.signal)))
  const [first, ...rest] = pictures
  if (!first) throw new Error(`The model ${model} did not answer with a picture`)
  return toToolResult(rest.length === 0 ? first : pictures, call)
}

async function toPicture(image: OpenAI.Image, signal?: AbortSignal): Promise<Media> {
  const bytes = await readBytes(image, signal)
  const mediaType = pictureType(bytes)
  if (!mediaType) throw new Error('The model did not return a picture')
  const { revised_prompt: revisedPrompt } = image
  const url = dataUrl(mediaType, bytes)
  return {
    type: 'image',
    mediaType,
    bytes: bytes.length,
    ...(revisedPrompt && { revisedPrompt }),
    url,
  }
}

/** Returns the bytes of a picture, which some providers return as an address. */
async function readBytes({ b64_json: data, url }: OpenAI.Image, signal?: AbortSignal) {
  if (data || !url) return Buffer.from(data ?? '', 'base64')
  const response = await fetch(url, { signal: signal ?? null })
  if (!response.ok) {
    throw new Error(`The picture cannot be read: ${response.status} ${response.statusText}`)
  }
  return Buffer.from(await response.arrayBuffer())
}
