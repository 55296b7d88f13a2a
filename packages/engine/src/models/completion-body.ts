import type { OpenAIClient } from '@langchain/openai'
import type { ErrorContext } from '../errors/context.ts'
import { httpError } from '../errors/http-error.ts'
import { LatheError } from '../errors/lathe-error.ts'
import { interrupted } from '../errors/network-error.ts'
import { complaint } from '../errors/provider-body.ts'
import { toLatheError } from '../errors/to-lathe-error.ts'
import { readEvents } from './read-events.ts'

export type Completion = OpenAIClient.Chat.Completions.ChatCompletion
export type CompletionChunk = OpenAIClient.Chat.Completions.ChatCompletionChunk

/** A whole answer. */
export async function readCompletion(
  response: Response,
  context: ErrorContext,
): Promise<Completion> {
  const text = await response.text().catch((error: unknown) => {
    throw toLatheError(error, { ...context, isStreaming: true })
  })
  const answer = parsed(text, context)
  if (isCompletion(answer)) return answer
  throw unexpected(context, 'an answer without choices')
}

/** An answer as it is written. A server that does not stream gives it as one chunk. */
export async function* readChunks(
  response: Response,
  context: ErrorContext,
): AsyncGenerator<CompletionChunk> {
  if (response.headers.get('content-type')?.includes('application/json')) {
    yield* asChunks(await readCompletion(response, context))
    return
  }
  if (!response.body) throw unexpected(context, 'an empty answer')
  let hasBegun = false
  let isFinished = false
  const events = readEvents(response.body)
  try {
    for (let next = await events.next(); ; next = await events.next()) {
      if (next.done) {
        if (!hasBegun && isPage(response)) throw unexpected(context, 'a web page')
        if (!isFinished && !next.value) throw interrupted(context)
        if (!hasBegun) throw unexpected(context, 'an empty answer')
        return
      }
      const chunk = parsed(next.value, context)
      if (!isChunk(chunk)) continue
      if (!isReadable(chunk)) throw unexpected(context, 'a piece that cannot be read', next.value)
      hasBegun = true
      isFinished ||= chunk.choices[0]?.finish_reason != null
      yield chunk
    }
  } catch (error) {
    throw toLatheError(error, { ...context, isStreaming: true })
  } finally {
    await events.return(false)
  }
}

/** What answers at a base URL that is a site's, or behind a proxy that wants a sign-in. */
const isPage = ({ headers }: Response) => /^text\/html\b/i.test(headers.get('content-type') ?? '')

function* asChunks(completion: Completion): Generator<CompletionChunk> {
  const { choices, usage, ...head } = completion
  for (const { index, message, finish_reason, logprobs } of choices) {
    const { role, content, refusal, tool_calls: calls } = message
    const toolCalls = calls?.flatMap((call, index) =>
      call.type === 'function' ? [{ index, ...call }] : [],
    )
    const delta = { role, content, refusal, ...(toolCalls && { tool_calls: toolCalls }) }
    yield chunkOf(head, [{ index, delta, finish_reason, logprobs }])
  }
  if (usage) yield { ...chunkOf(head, []), usage }
}

const chunkOf = (
  { id, created, model }: Pick<Completion, 'id' | 'created' | 'model'>,
  choices: CompletionChunk['choices'],
): CompletionChunk => ({ id, created, model, object: 'chat.completion.chunk', choices })

function parsed(text: string, context: ErrorContext): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw unexpected(context, 'something that is not JSON', text)
  }
  if (typeof value === 'object' && value !== null && 'error' in value && value.error) {
    throw httpError(statusOf(value), new Headers(), value, context)
  }
  return value
}

/** An error within an answer that began well has no status of its own. */
function statusOf(body: object): number {
  const { code, type } = complaint(body)
  const numeric = Number(code)
  if (numeric >= 400 && numeric < 600) return numeric
  const kind = `${code} ${type}`
  if (/rate_limit|insufficient_quota/.test(kind)) return 429
  return /invalid_request|context_length|content_filter/.test(kind) ? 400 : 500
}

function unexpected(context: ErrorContext, what: string, said?: string): LatheError {
  const { connection } = context
  return new LatheError('BAD_RESPONSE', `The provider sent ${what}`, {
    hint: 'Check that the base URL belongs to an OpenAI-compatible API.',
    ...(said && { providerMessage: said.slice(0, 500) }),
    ...(connection && { connectionId: connection.id }),
  })
}

const isCompletion = (value: unknown): value is Completion =>
  hasChoices(value) && value.choices.length > 0

const isChunk = (value: unknown): value is CompletionChunk => hasChoices(value)

/** What LangChain would turn into an empty answer. */
const isReadable = ({ choices }: CompletionChunk): boolean =>
  choices.every((choice: unknown) => {
    const delta = isObject(choice) ? (choice['delta'] ?? {}) : null
    if (!isObject(delta)) return false
    const content = delta['content']
    return content == null || typeof content === 'string' || Array.isArray(content)
  })

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const hasChoices = (value: unknown): value is { choices: unknown[] } =>
  typeof value === 'object' && value !== null && 'choices' in value && Array.isArray(value.choices)
