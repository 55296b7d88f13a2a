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

/** Sends a request on the way that all calls of its model go. */
export type ResponsesClient = {
  stream: (body: Streaming, options?: Options) => Promise<AsyncIterable<ResponseEvent>>
  create: (body: NotStreaming, options?: Options) => Promise<ResponseAnswer>
}

/** LangChain's model of the Responses API, its client left out. What it streams looks as chat completions do. */
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
      // LangChain hands on a choice of one tool only.
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

/** LangChain makes a message without words of one that only calls tools. */
function withoutEmptyMessages<Body extends Streaming | NotStreaming>(body: Body): Body {
  if (!Array.isArray(body.input)) return body
  const isEmpty = (item: OpenAIClient.Responses.ResponseInputItem) =>
    item.type === 'message' && item.role === 'assistant' && item.content === ''
  return { ...body, input: body.input.filter((item) => !isEmpty(item)) }
}

const MODES = ['auto', 'none', 'required'] as const

const toolMode = (choice: unknown) =>
  choice === 'any' ? 'required' : MODES.find((mode) => mode === choice)

/** Texts instead of parts, thoughts where chat completions have them, and why the answer ended. */
function asCompletionChunk(
  { message, text }: ChatGenerationChunk,
  event: ResponseEvent,
): ChatGenerationChunk {
  const refusal: unknown = message.additional_kwargs['refusal']
  const said = typeof refusal === 'string' ? text + refusal : text
  const reasoningText = reasoningIn(message)
  const finish = readFinish(event)
  const usage = usageIn(message)
  const flat = new AIMessageChunk({
    ...(message.id !== undefined && { id: message.id }),
    content: said,
    tool_call_chunks: toolCallChunks(message),
    additional_kwargs: {
      ...(reasoningText !== '' && { reasoning_content: reasoningText }),
      ...(typeof refusal === 'string' && { refusal }),
      ...(finish?.reasoning && { reasoning: finish.reasoning }),
    },
  })
  return new ChatGenerationChunk({
    text: said,
    // Its declared type has no usage unless a structure says so.
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
  // Without its encrypted content no later call could use it.
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
