import type { OpenAIClient } from '@langchain/openai'
import type { ErrorContext } from '../errors/lathe-error.ts'
import {
  type AnswerShape,
  isObject,
  readPieces,
  readWhole,
  unexpectedAnswer,
} from './answer-body.ts'

export type Completion = OpenAIClient.Chat.Completions.ChatCompletion
export type CompletionChunk = OpenAIClient.Chat.Completions.ChatCompletionChunk

/** Reads a whole completion. */
export async function readCompletion(
  response: Response,
  context: ErrorContext,
): Promise<Completion> {
  const answer = await readWhole(response, context)
  if (isCompletion(answer)) return answer
  throw unexpectedAnswer(context, 'an answer without choices')
}

/** Yields the chunks of a streamed completion. */
export const readChunks = (
  response: Response,
  context: ErrorContext,
): AsyncGenerator<CompletionChunk> => readPieces(response, chunks, context)

const chunks: AnswerShape<CompletionChunk> = {
  read(value, text, context) {
    if (!isChunk(value)) return undefined
    if (!isReadable(value)) throw unexpectedAnswer(context, 'a piece that cannot be read', text)
    return value
  },
  isLast: ({ choices }) => choices[0]?.finish_reason != null,
  readAll: async (response, context) => toChunks(await readCompletion(response, context)),
}

function* toChunks(completion: Completion): Generator<CompletionChunk> {
  const { choices, usage, ...head } = completion
  for (const { index, message, finish_reason, logprobs } of choices) {
    const { role, content, refusal, tool_calls: calls } = message
    const toolCalls = calls?.flatMap((call, index) =>
      call.type === 'function' ? [{ index, ...call }] : [],
    )
    const delta = { role, content, refusal, ...(toolCalls && { tool_calls: toolCalls }) }
    yield toChunk(head, [{ index, delta, finish_reason, logprobs }])
  }
  if (usage) yield { ...toChunk(head, []), usage }
}

const toChunk = (
  { id, created, model }: Pick<Completion, 'id' | 'created' | 'model'>,
  choices: CompletionChunk['choices'],
): CompletionChunk => ({ id, created, model, object: 'chat.completion.chunk', choices })

const isCompletion = (value: unknown): value is Completion =>
  hasChoices(value) && value.choices.length > 0

const isChunk = (value: unknown): value is CompletionChunk => hasChoices(value)

/** LangChain would turn other chunks into an empty answer. */
const isReadable = ({ choices }: CompletionChunk): boolean =>
  choices.every((choice: unknown) => {
    const delta = isObject(choice) ? (choice['delta'] ?? {}) : null
    if (!isObject(delta)) return false
    const content = delta['content']
    return content == null || typeof content === 'string' || Array.isArray(content)
  })

const hasChoices = (value: unknown): value is { choices: unknown[] } =>
  typeof value === 'object' && value !== null && 'choices' in value && Array.isArray(value.choices)
