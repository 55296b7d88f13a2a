import {
  type HttpToolConfig,
  type Json,
  type OpenApiToolConfig,
  TOO_DEEP,
  findTooDeepPath,
} from '@lathe/contract'
import { toGrant } from '../../egress/grants.ts'
import { retryAfterMs } from '../../errors/http-error.ts'
import { LatheError } from '../../errors/lathe-error.ts'
import { toLatheError } from '../../errors/to-lathe-error.ts'
import { redactSecrets } from '../../fetch/redact.ts'
import { retry } from '../../fetch/retry.ts'
import type { ToolDefinition } from '../definition.ts'
import { readText } from '../readable-text.ts'
import { isPicture, withinLimit } from '../results.ts'
import { buildRequest } from './build-request.ts'
import type { StoredTool, Workshop } from './stored-tool.ts'

/** Longer texts cost more than they are worth to a model. */
const MAX_TEXT_LENGTH = 50_000
const MAX_ERROR_LENGTH = 1_000
const RETRYABLE = new Set([408, 409, 429])

type HttpToolCall = {
  tool: string
  isRepeatable: boolean
  /** Maximum size of a picture. The answer itself is limited while reading. */
  maxBytes: number
}

/**
 * Reads an answer: JSON as value, a picture as data URL, other text as string, null if empty.
 * Throws on an error status.
 */
async function readAnswer(
  response: Response,
  { tool, isRepeatable, maxBytes }: HttpToolCall,
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
  if (!response.ok) throw statusError(response, text, isRepeatable)
  if (text.trim() === '') return null
  return /\bjson\b/.test(contentType) && !contentType.includes('ndjson')
    ? parse(text)
    : shorten(text)
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
    throw new LatheError('TOOL_ERROR', `The answer is not valid JSON: ${reason}`)
  }
  if (findTooDeepPath(value))
    throw new LatheError('TOOL_ERROR', `The answer cannot be used: ${TOO_DEEP}`)
  return text.length > MAX_TEXT_LENGTH ? shorten(text) : value
}

const shorten = (text: string): Json =>
  text.length <= MAX_TEXT_LENGTH
    ? text
    : { text: text.slice(0, MAX_TEXT_LENGTH), truncated: true, length: text.length }

/** A request is retried only if it had no effect or was read-only. */
function statusError(response: Response, text: string, isRepeatable: boolean): LatheError {
  const { status, statusText, headers } = response
  const excerpt = text.trim() === '' ? '' : `: ${text.trim().slice(0, MAX_ERROR_LENGTH)}`
  const wait = retryAfterMs(headers)
  return new LatheError('TOOL_ERROR', `The answer is ${status} ${statusText}`.trim() + excerpt, {
    status,
    retryable: RETRYABLE.has(status) || (isRepeatable && status >= 500),
    ...(wait !== undefined && { retryAfterMs: wait }),
    ...((status === 401 || status === 403) && {
      hint: 'Look at the secret headers and parameters of the tool.',
    }),
  })
}

/** Creates a tool that sends a request to one host, within the egress rules. */
export function httpTool(
  tool: StoredTool,
  config: HttpToolConfig | OpenApiToolConfig,
  { egress, allow, limits }: Workshop,
): ToolDefinition {
  const { name, description, schema, effect } = tool
  const fetch = egress.fetch({
    allow: config.allowPrivate ? [...allow, toGrant(config.url)] : allow,
    hint: `An owner can let the tool ${name} reach private addresses under Tools, or name the host in LATHE_ALLOW_HOSTS.`,
  })
  return {
    name,
    description,
    schema,
    effect,
    async run(args, { signal }) {
      const secrets = tool.secrets()
      const hidden = [...Object.values(secrets.headers), ...Object.values(secrets.query)]
      const { url, init } = buildRequest(config, schema, args, secrets)
      const attempt = async () => {
        const response = await fetch(url, { ...init, signal, maxBytes: limits.toolResponseBytes })
        return readAnswer(redactSecrets(response, hidden), {
          tool: name,
          isRepeatable: effect !== 'write',
          maxBytes: limits.toolResponseBytes,
        })
      }
      const connection = { id: '', name: '', baseUrl: url.origin }
      return retry(attempt, {
        retries: limits.toolRetries,
        maxBackoffMs: limits.providerMaxBackoffMs,
        maxRetryAfterMs: 20_000,
        signal,
        onRetry: () => {},
        asError: (error) => toLatheError(error, { connection }),
        canRetry: (error) => effect !== 'write' || error.status !== undefined,
      })
    },
  }
}
