import { type Json, TOO_DEEP, tooDeep } from '@lathe/contract'
import { LatheError } from '../../errors/lathe-error.ts'
import { retryAfterMs } from '../../errors/retry-after.ts'
import { isPicture } from '../picture.ts'
import { readText } from '../readable-text.ts'
import { withinLimit } from '../within-limit.ts'

/** Longer texts cost more than a model makes of them. */
const LONGEST_TEXT = 50_000
const LONGEST_COMPLAINT = 1_000
const RETRYABLE = new Set([408, 409, 429])

type Asked = {
  tool: string
  isRepeatable: boolean
  /** Of a picture as it is kept; the answer itself is bounded where it is read. */
  maxBytes: number
}

/** JSON as what it says, a picture as what it shows, any other text as it is; null for nothing. Refusals are thrown. */
export async function readAnswer(
  response: Response,
  { tool, isRepeatable, maxBytes }: Asked,
): Promise<Json> {
  const { status } = response
  if (status === 204 || status === 205) return null
  const mediaType = response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (response.ok && isPicture(mediaType)) {
    return withinLimit(tool, await readPicture(response, mediaType), maxBytes)
  }
  const { contentType, text } = response.ok
    ? await readText(response)
    : await readText(response).catch(() => ({ contentType: '', text: '' }))
  if (!response.ok) throw refused(response, text, isRepeatable)
  if (text.trim() === '') return null
  return /\bjson\b/.test(contentType) && !contentType.includes('ndjson')
    ? parse(text)
    : shortened(text)
}

async function readPicture(response: Response, mediaType: string): Promise<Json> {
  const picture = Buffer.from(await response.arrayBuffer())
  if (picture.length === 0) return null
  const url = `data:${mediaType};base64,${picture.toString('base64')}`
  return { type: 'image', mediaType, url, bytes: picture.length }
}

function parse(text: string): Json {
  let value: Json
  try {
    value = JSON.parse(text)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new LatheError('TOOL_ERROR', `The answer says it is JSON and is not: ${reason}`)
  }
  if (tooDeep(value)) throw new LatheError('TOOL_ERROR', `The answer cannot be used: ${TOO_DEEP}`)
  return text.length > LONGEST_TEXT ? shortened(text) : value
}

const shortened = (text: string): Json =>
  text.length <= LONGEST_TEXT
    ? text
    : { text: text.slice(0, LONGEST_TEXT), truncated: true, length: text.length }

/** What may have been done is not asked for again, unless it was only read. */
function refused(response: Response, text: string, isRepeatable: boolean): LatheError {
  const { status, statusText, headers } = response
  const said = text.trim() === '' ? '' : `: ${text.trim().slice(0, LONGEST_COMPLAINT)}`
  const wait = retryAfterMs(headers)
  return new LatheError('TOOL_ERROR', `The answer is ${status} ${statusText}`.trim() + said, {
    status,
    retryable: RETRYABLE.has(status) || (isRepeatable && status >= 500),
    ...(wait !== undefined && { retryAfterMs: wait }),
    ...((status === 401 || status === 403) && {
      hint: 'Look at the secret headers and parameters of the tool.',
    }),
  })
}
