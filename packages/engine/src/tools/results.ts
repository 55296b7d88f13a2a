import type { Json } from '@lathe/contract'
import { LatheError } from '../errors/lathe-error.ts'

/** Of the kinds that models and browsers take. */
export const isPicture = (mediaType: unknown): mediaType is string =>
  typeof mediaType === 'string' && /^image\/(png|jpeg|gif|webp)$/.test(mediaType)

/** A result as it is, or a refusal when it is larger than results may be. */
export function withinLimit(tool: string, result: Json, maxBytes: number): Json {
  const bytes = Buffer.byteLength(JSON.stringify(result))
  if (bytes <= maxBytes) return result
  throw new LatheError(
    'PAYLOAD_TOO_LARGE',
    `The tool ${tool} answered with ${bytes} bytes, more than the ${maxBytes} it may`,
    { hint: 'Ask it for less, or raise LATHE_TOOL_RESPONSE_BYTES.' },
  )
}
