import type { OpenAIClient } from '@langchain/openai'
import type { ErrorContext } from '../errors/lathe-error.ts'
import {
  type AnswerShape,
  isObject,
  readPieces,
  readWhole,
  reportedError,
  unexpectedAnswer,
} from './answer-body.ts'

export type ResponseAnswer = OpenAIClient.Responses.Response
export type ResponseEvent = OpenAIClient.Responses.ResponseStreamEvent

/** Reads a whole answer of the Responses API. */
export async function readResponse(
  response: Response,
  context: ErrorContext,
): Promise<ResponseAnswer> {
  const answer = await readWhole(response, context)
  if (isResponse(answer)) return answer
  throw unexpectedAnswer(context, 'an answer without output')
}

/** Yields the events of a streamed answer. */
export const readResponseEvents = (
  response: Response,
  context: ErrorContext,
): AsyncGenerator<ResponseEvent> => readPieces(response, events, context)

const events: AnswerShape<ResponseEvent> = {
  read(value, text, context) {
    if (!isEvent(value)) return undefined
    if (value.type === 'error') throw reportedError({ error: value }, context)
    if (value.type === 'response.failed') throw reportedError(value.response, context)
    if (!isReadable(value)) throw unexpectedAnswer(context, 'a piece that cannot be read', text)
    return value
  },
  isLast: ({ type }) => type === 'response.completed' || type === 'response.incomplete',
  readAll: async (response, context) => asEvents(await readResponse(response, context)),
}

/** Yields the events that LangChain reads, in stream order. */
function* asEvents(response: ResponseAnswer): Generator<ResponseEvent> {
  for (const [output_index, item] of response.output.entries()) {
    const position = { output_index, sequence_number: 0 }
    if (item.type === 'function_call') {
      yield { type: 'response.output_item.added', ...position, item }
    }
    if (item.type !== 'message') continue
    const inItem = { ...position, item_id: item.id }
    for (const [content_index, part] of item.content.entries()) {
      if (part.type === 'refusal') {
        const { refusal } = part
        yield { type: 'response.refusal.done', ...inItem, content_index, refusal }
      } else {
        const delta = part.text
        yield { type: 'response.output_text.delta', ...inItem, content_index, delta, logprobs: [] }
      }
    }
  }
  const type = response.status === 'incomplete' ? 'response.incomplete' : 'response.completed'
  yield { type, response, sequence_number: 0 }
}

const isResponse = (value: unknown): value is ResponseAnswer =>
  isObject(value) && Array.isArray(value['output'])

const isEvent = (value: unknown): value is ResponseEvent =>
  isObject(value) && typeof value['type'] === 'string'

/** LangChain would fail on other events with an unrelated message. */
function isReadable(event: ResponseEvent): boolean {
  const fields: Record<string, unknown> = { ...event }
  if (event.type.endsWith('.delta')) return typeof fields['delta'] === 'string'
  if (event.type.startsWith('response.output_item.')) return isObject(fields['item'])
  if (events.isLast(event)) return isResponse(fields['response'])
  return true
}
