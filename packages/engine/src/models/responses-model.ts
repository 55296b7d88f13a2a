import { AIMessageChunk, type BaseMessage, type BaseMessageChunk } from '@langchain/core/messages'
import { ChatGenerationChunk } from '@langchain/core/outputs'
import {
  ChatOpenAIResponses,
  convertMessagesToResponsesInput,
  convertResponsesDeltaToChatGenerationChunk,
} from '@langchain/openai'
import type { OpenAIClient } from '@langchain/openai'
import type { ModelSettings } from '@lathe/contract'
import { toolCallChunks, usageIn } from './message-parts.ts'
import { responsesFields } from './model-fields.ts'
import type { ResponseAnswer, ResponseEvent } from './response-body.ts'

type Streaming = OpenAIClient.Responses.ResponseCreateParamsStreaming
type NotStreaming = OpenAIClient.Responses.ResponseCreateParamsNonStreaming
type Options = OpenAIClient.RequestOptions

/** Sends requests through the model's pipeline. */
export type ResponsesClient = {
  stream: (body: Streaming, options?: Options) => Promise<AsyncIterable<ResponseEvent>>
  create: (body: NotStreaming, options?: Options) => Promise<ResponseAnswer>
}

/**
 * LangChain's model for the Responses API without its client. Its stream has the format of chat
 * completions.
 */
export class ResponsesModel extends ChatOpenAIResponses {
  readonly #client: ResponsesClient
  readonly #parallelToolCalls: boolean | undefined

  constructor(settings: ModelSettings, client: ResponsesClient) {
    super(responsesFields(settings))
    this.#client = client
    this.#parallelToolCalls = settings.parallelToolCalls
  }

  override invocationParams(
    options?: this['ParsedCallOptions'],
  ): ReturnType<ChatOpenAIResponses['invocationParams']> {
    const params = super.invocationParams(options)
    const mode = toolMode(options?.tool_choice)
    if (!params.tools) return params
    return {
      ...params,
      // LangChain passes on only the choice of a single tool.
      ...(mode && { tool_choice: mode }),
      ...(this.#parallelToolCalls !== undefined && {
        parallel_tool_calls: this.#parallelToolCalls,
      }),
    }
  }

  override async *_streamResponseChunks(
    messages: BaseMessage[],
    options: this['ParsedCallOptions'],
  ): AsyncGenerator<ChatGenerationChunk> {
    const input = convertMessagesToResponsesInput({ messages, zdrEnabled: true, model: this.model })
    const body = { ...this.invocationParams(options), input, stream: true } as const
    for await (const event of await this.completionWithRetry(body, options)) {
      const chunk = convertResponsesDeltaToChatGenerationChunk(event)
      if (chunk) yield asCompletionChunk(chunk, event)
    }
  }

  override completionWithRetry(
    body: Streaming,
    options?: Options,
  ): Promise<AsyncIterable<ResponseEvent>>
  override completionWithRetry(body: NotStreaming, options?: Options): Promise<ResponseAnswer>
  override completionWithRetry(
    body: Streaming | NotStreaming,
    options?: Options,
  ): Promise<AsyncIterable<ResponseEvent> | ResponseAnswer> {
    return body.stream
      ? this.#client.stream(withoutEmptyMessages(body), options)
      : this.#client.create(withoutEmptyMessages(body), options)
  }
}

/** LangChain adds an empty message to a message that only calls tools. */
function withoutEmptyMessages<Body extends Streaming | NotStreaming>(body: Body): Body {
  if (!Array.isArray(body.input)) return body
  const isEmpty = (item: OpenAIClient.Responses.ResponseInputItem) =>
    item.type === 'message' && item.role === 'assistant' && item.content === ''
  return { ...body, input: body.input.filter((item) => !isEmpty(item)) }
}

const MODES = ['auto', 'none', 'required'] as const

const toolMode = (choice: unknown) =>
  choice === 'any' ? 'required' : MODES.find((mode) => mode === choice)

/**
 * Converts a chunk to the format of chat completions: text instead of parts, reasoning, and the
 * finish reason.
 */
function asCompletionChunk(
  { message, text }: ChatGenerationChunk,
  event: ResponseEvent,
): ChatGenerationChunk {
  const refusal: unknown = message.additional_kwargs['refusal']
  const content = typeof refusal === 'string' ? text + refusal : text
  const reasoningText = reasoningIn(message)
  const finish = readFinish(event)
  const usage = usageIn(message)
  const flat = new AIMessageChunk({
    ...(message.id !== undefined && { id: message.id }),
    content: content,
    tool_call_chunks: toolCallChunks(message),
    additional_kwargs: {
      ...(reasoningText !== '' && { reasoning_content: reasoningText }),
      ...(typeof refusal === 'string' && { refusal }),
      ...(finish?.reasoning && { reasoning: finish.reasoning }),
    },
  })
  return new ChatGenerationChunk({
    text: content,
    // The declared type has no usage.
    message: Object.assign(flat, usage && { usage_metadata: usage }),
    ...(finish && { generationInfo: finish.info }),
  })
}

function reasoningIn({ content }: BaseMessageChunk): string {
  if (!Array.isArray(content)) return ''
  return content
    .map((part) => (part.type === 'reasoning' && 'reasoning' in part ? part.reasoning : ''))
    .filter((reasoningText) => typeof reasoningText === 'string')
    .join('')
}

function readFinish(event: ResponseEvent) {
  if (event.type !== 'response.completed' && event.type !== 'response.incomplete') return undefined
  const { model, service_tier, output, incomplete_details: incompleteDetails } = event.response
  const calls = output.some(({ type }) => type === 'function_call')
  const completeReason = calls ? 'tool_calls' : 'stop'
  const reason = incompleteDetails?.reason === 'content_filter' ? 'content_filter' : 'length'
  // Later calls need its encrypted content.
  const reasoning = output.find((item) => item.type === 'reasoning' && item.encrypted_content)
  return {
    info: {
      finish_reason: event.type === 'response.completed' ? completeReason : reason,
      model_name: model,
      ...(service_tier != null && { service_tier }),
    },
    reasoning,
  }
}
