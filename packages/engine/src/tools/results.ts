import type { Json } from '@lathe/contract'
import { LatheError } from '../errors/lathe-error.ts'

/** Whether a media type is a picture format that models and browsers support. */
export const isPicture = (mediaType: unknown): mediaType is string =>
  typeof mediaType === 'string' && /^image\/(png|jpeg|gif|webp)$/.test(mediaType)

/** Returns a result, or throws if it exceeds the limit. */
export function withinLimit(tool: string, result: Json, maxBytes: number): Json {
  const bytes = Buffer.byteLength(JSON.stringify(result))
  if (bytes <= maxBytes) return result
  throw new LatheError(
    'PAYLOAD_TOO_LARGE',
    `The tool ${tool} returned ${bytes} bytes, more than the limit of ${maxBytes}`,
    { hint: 'Request less, or raise LATHE_TOOL_RESPONSE_BYTES.' },
  )
}
