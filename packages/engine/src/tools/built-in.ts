import type { Json, Limits } from '@lathe/contract'
import { argsSchema, stringArgument, type ToolContext, type ToolDefinition } from './definition.ts'
import { type MediaLimits, mediaTools } from './media/media-tool.ts'
import { memoryTools } from './memory.ts'
import { evaluateArithmetic, formatTime, lookUpArticles } from '@lathe-ai/runtime/tools'
import { httpError } from '../errors/http-error.ts'
import { toLatheError } from '../errors/to-lathe-error.ts'
import { retry } from '../fetch/retry.ts'
import { readText } from './readable-text.ts'
import { fromRunError, LatheError } from '../errors/lathe-error.ts'

/** Runs a model's JavaScript in the sandbox: no network, no files, only the run's clock. */
export const runJavascript: ToolDefinition = {
  name: 'run_javascript',
  description:
    'Run JavaScript in a sandbox without network or files, to compute or to transform data: an expression, or a function body over `data` that returns its result.',
  schema: argsSchema(
    {
      code: { type: 'string', minLength: 1, maxLength: 20_000 },
      data: { description: 'Any JSON; `data` in the code' },
    },
    ['code'],
  ),
  effect: 'pure',
  async run({ code, data = null }, { sandbox, clockAndSeed, signal }) {
    const { value } = await sandbox.runCode(stringArgument(code), { data }, clockAndSeed, {
      signal,
    })
    return value
  },
}

/** Returns the tools that every workspace has. */
export const builtInTools = (
  limits: Pick<Limits, 'toolRetries' | 'toolResponseBytes'> & MediaLimits,
): ToolDefinition[] => [
  calculator,
  currentTime,
  knowledgeLookup,
  knowledgeSearch,
  runJavascript,
  ...memoryTools,
  ...mediaTools(limits),
  httpGet({ retries: limits.toolRetries, maxBytes: limits.toolResponseBytes }),
]

/** Digits that survive binary fractions: 0.1 + 0.2 is 0.3. */
const DIGITS = 14

export const calculator: ToolDefinition = {
  name: 'calculator',
  description:
    'Evaluate an arithmetic expression: + - * / % ^, parentheses, sqrt, round(x, digits), min, max, log, sin, pi and the like.',
  schema: argsSchema({
    expression: {
      type: 'string',
      minLength: 1,
      maxLength: 1_000,
      description: 'For example 12 / 100 * 840',
    },
  }),
  effect: 'pure',
  run: ({ expression }) =>
    Number(evaluateArithmetic(stringArgument(expression)).toPrecision(DIGITS)),
}

/** Reads the run's clock, so that a replay returns the same time. */
export const currentTime: ToolDefinition = {
  name: 'current_time',
  description: 'The current date and time, in a time zone if one is given.',
  schema: argsSchema(
    {
      timezone: {
        type: 'string',
        maxLength: 100,
        description: 'IANA name, for example Europe/Paris; UTC without it',
      },
    },
    [],
  ),
  effect: 'read',
  run: ({ timezone }, { clockAndSeed }) =>
    formatTime(typeof timezone === 'string' ? timezone : 'UTC', clockAndSeed.now),
}

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

const MAX_RESULTS = 10

/** Searches the bundled articles, ranked by BM25. */
export const knowledgeLookup: ToolDefinition = {
  name: 'knowledge_lookup',
  description:
    'Search the knowledge base: agents, LangGraph and Lathe, and the policies of the Nordlicht shop on orders, shipping, refunds and warranty.',
  schema: argsSchema(
    {
      query: { type: 'string', minLength: 1, maxLength: 1_000 },
      limit: {
        type: 'integer',
        minimum: 1,
        maximum: MAX_RESULTS,
        description: 'Articles; 3 without it',
      },
    },
    ['query'],
  ),
  effect: 'read',
  run: ({ query, limit }) =>
    lookUpArticles(stringArgument(query), typeof limit === 'number' ? limit : 3),
}

const MAX_PASSAGES = 20
const DEFAULT_RESULTS = 5
const KEYWORD_NOTE =
  'Search by meaning is unavailable: these passages contain words of the query and may miss others.'

/** Searches a collection of the workspace. Passages are numbered, so that answers can cite them. */
export const knowledgeSearch: ToolDefinition = {
  name: 'knowledge_search',
  description:
    'Search a collection of documents by meaning and by words; the passages come numbered, with their sources.',
  schema: argsSchema(
    {
      collection: { type: 'string', minLength: 1, maxLength: 64, description: 'Its name' },
      query: { type: 'string', minLength: 1, maxLength: 8_000 },
      limit: {
        type: 'integer',
        minimum: 1,
        maximum: MAX_PASSAGES,
        description: `Passages; ${DEFAULT_RESULTS} without it`,
      },
    },
    ['collection', 'query'],
  ),
  effect: 'read',
  async run({ collection, query, limit }, { search, signal }) {
    if (!search) throw new LatheError('TOOL_ERROR', 'There are no collections to search')
    const k = typeof limit === 'number' ? limit : DEFAULT_RESULTS
    const searchRequest = {
      collection: stringArgument(collection),
      query: stringArgument(query),
      k,
    }
    const found = await search(searchRequest, { signal })
    if (!found.ok) throw fromRunError(found.error)
    if (found.embeddingError && found.chunks.length === 0) throw fromRunError(found.embeddingError)
    if (found.chunks.length === 0) return `Nothing was found about ${searchRequest.query}.`
    const passages = found.chunks.map(
      ({ text, source }, index) => `[${index + 1}] ${text} (Source: ${source}.)`,
    )
    return [...(found.embeddingError ? [KEYWORD_NOTE] : []), ...passages].join('\n\n')
  },
}
