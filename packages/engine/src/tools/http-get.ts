import type { Json } from '@lathe/contract'
import { httpError } from '../errors/http-error.ts'
import { toLatheError } from '../errors/to-lathe-error.ts'
import { retry } from '../fetch/retry.ts'
import { argsSchema, stringArgument } from './definition.ts'
import type { ToolContext, ToolDefinition } from './definition.ts'
import { readText } from './readable-text.ts'

export type HttpGetSettings = { maxBytes: number; retries: number; maxBackoffMs?: number }

const MAX_TEXT_LENGTH = 20_000

/** Creates the tool that reads public web pages as text, limited in size. */
export const httpGet = (settings: HttpGetSettings): ToolDefinition => ({
  name: 'http_get',
  description: 'GET a public URL and return its text; web pages come without their markup.',
  schema: argsSchema({
    url: { type: 'string', format: 'uri', pattern: '^https?://', maxLength: 2_000 },
  }),
  effect: 'read',
  async run(args, context) {
    const url = stringArgument(args['url'])
    let answer: Json = null
    const attempt = async () => {
      answer = null
      const response = await request(url, context, settings.maxBytes)
      answer = await read(response)
      if (!response.ok) throw httpError(response.status, response.headers, '')
    }
    await retry(attempt, {
      retries: settings.retries,
      maxBackoffMs: settings.maxBackoffMs ?? 8_000,
      maxRetryAfterMs: 20_000,
      signal: context.signal,
      onRetry: () => {},
      asError: (error) => toLatheError(error, { connection: { id: '', name: '', baseUrl: url } }),
    }).catch((error: unknown) => {
      // A readable error page is returned as the answer.
      if (answer === null) throw error
    })
    return answer
  },
})

const request = (
  url: string,
  { fetch, signal }: ToolContext,
  maxBytes: number,
): Promise<Response> =>
  fetch(url, {
    headers: { accept: 'text/html, application/json, text/*;q=0.9', 'user-agent': 'Lathe/0.1' },
    maxBytes,
    signal,
  })

async function read(response: Response): Promise<Json> {
  const { contentType, text: body } = await readText(response)
  const isLong = body.length > MAX_TEXT_LENGTH
  return {
    status: response.status,
    contentType,
    body: body.slice(0, MAX_TEXT_LENGTH),
    ...(isLong && { truncated: true }),
  }
}
