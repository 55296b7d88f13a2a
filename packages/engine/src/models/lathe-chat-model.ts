import { AsyncLocalStorage } from 'node:async_hooks'
import type { BaseLanguageModelInput } from '@langchain/core/language_models/base'
import type { CallbackManagerForLLMRun } from '@langchain/core/callbacks/manager'
import type {
  AIMessageChunk,
  BaseMessage,
  BaseMessageChunk,
  MessageContent,
} from '@langchain/core/messages'
import type { ChatGenerationChunk, ChatResult } from '@langchain/core/outputs'
import { ensureConfig } from '@langchain/core/runnables'
import { ChatOpenAICompletions } from '@langchain/openai'
import type { ChatOpenAICallOptions, OpenAIClient } from '@langchain/openai'
import type { Json, ModelSettings } from '@lathe/contract'
import type { ErrorContext } from '../errors/lathe-error.ts'
import { toLatheError } from '../errors/to-lathe-error.ts'
import {
  errorContext,
  type Fetch,
  type LogicalCall,
  type ModelConnection,
  type ModelRequest,
  newCall,
} from '../fetch/request.ts'
import { retry, type RetrySettings } from '../fetch/retry.ts'
import { readChunks, readCompletion } from './completion-body.ts'
import type { Completion, CompletionChunk } from './completion-body.ts'
import { modelFields } from './model-fields.ts'
import { readResponse, readResponseEvents } from './response-body.ts'
import { ResponsesModel } from './responses-model.ts'
import { moveToolPictures, refusesPictures, withoutToolPictures } from './tool-pictures.ts'

export type ChatModelOptions = {
  connection: ModelConnection
  settings: ModelSettings
  fetch: Fetch
  retry: RetrySettings
}

type Streaming = OpenAIClient.Chat.ChatCompletionCreateParamsStreaming
type NotStreaming = OpenAIClient.Chat.ChatCompletionCreateParamsNonStreaming

/** The current `invoke`, which recognizes its own second attempt. */
const calls = new AsyncLocalStorage<LogicalCall>()

/**
 * LangChain's chat model without the provider's client. Requests go through the pipeline, so that
 * no keys, base URLs or retries come from the environment.
 */
export class LatheChatModel extends ChatOpenAICompletions {
  readonly #options: ChatModelOptions
  /** Set if the model uses the Responses API. */
  readonly #responses: ResponsesModel | undefined

  constructor(options: ChatModelOptions) {
    super(modelFields(options.settings))
    this.#options = options
    const { settings } = options
    if (settings.api === 'responses') this.#responses = this.#responsesModel(settings)
  }

  /** Retries a broken answer from the start. The previous text stays on its own span. */
  override invoke(
    input: BaseLanguageModelInput,
    options?: Partial<ChatOpenAICallOptions>,
  ): Promise<AIMessageChunk> {
    const call = newCall()
    const { connection, retry: settings } = this.#options
    const { signal } = ensureConfig(options)
    return calls.run(call, () =>
      retry(() => repeatRecordedTries(call, () => super.invoke(input, options)), {
        ...settings,
        retries: connection.maxRetries ?? settings.retries,
        signal,
        onRetry: (retry) => call.scope?.onRetry(retry),
        canRetry: () => call.isStreamBroken && call.remainingTries === null,
      }),
    )
  }

  override invocationParams(
    options?: this['ParsedCallOptions'],
    extra?: { streaming?: boolean },
  ): ReturnType<ChatOpenAICompletions['invocationParams']> {
    const params = super.invocationParams(options, extra)
    const { parallelToolCalls } = this.#options.settings
    if (parallelToolCalls === undefined || !params.tools) return params
    return { ...params, parallel_tool_calls: params.parallel_tool_calls ?? parallelToolCalls }
  }

  override completionWithRetry(
    request: Streaming,
    options?: OpenAIClient.RequestOptions,
  ): Promise<AsyncIterable<CompletionChunk>>
  override completionWithRetry(
    request: NotStreaming,
    options?: OpenAIClient.RequestOptions,
  ): Promise<Completion>
  override async completionWithRetry(
    body: Streaming | NotStreaming,
    options?: OpenAIClient.RequestOptions,
  ): Promise<AsyncIterable<CompletionChunk> | Completion> {
    const withPictures = { ...body, messages: moveToolPictures(body.messages) }
    const messages = withoutToolPictures(body.messages)
    const withoutPictures = messages === body.messages ? undefined : { ...body, messages }
    const { response, context } = await this.#send(
      '/chat/completions',
      withPictures,
      options,
      withoutPictures,
    )
    return body.stream ? readChunks(response, context) : readCompletion(response, context)
  }

  /** `withoutPictures`: the same request without tool pictures, sent if the provider rejects them. */
  async #send(
    path: string,
    body: object,
    options: OpenAIClient.RequestOptions | undefined,
    withoutPictures?: object,
  ): Promise<{ response: Response; context: ErrorContext }> {
    const call = calls.getStore() ?? newCall()
    const request: ModelRequest = {
      connection: this.#options.connection,
      kind: 'model',
      name: this.model,
      method: 'POST',
      path,
      json: asJson(body),
      call,
      signal: options?.signal ?? undefined,
    }
    const response = await this.#options.fetch(request).catch((error: unknown) => {
      if (!withoutPictures || !refusesPictures(error)) throw error
      this.onPicturesRefused()
      return this.#options.fetch({ ...request, json: asJson(withoutPictures), call: newCall() })
    })
    call.isStreamBroken = true
    return { response, context: errorContext(request) }
  }

  #responsesModel(settings: ModelSettings): ResponsesModel {
    return new ResponsesModel(settings, {
      stream: async (body, options) => {
        const { response, context } = await this.#send('/responses', body, options)
        return readResponseEvents(response, context)
      },
      create: async (body, options) => {
        const { response, context } = await this.#send('/responses', body, options)
        return await readResponse(response, context)
      },
    })
  }

  override _streamResponseChunks(
    messages: BaseMessage[],
    options: this['ParsedCallOptions'],
    runManager?: CallbackManagerForLLMRun,
  ): AsyncGenerator<ChatGenerationChunk> {
    return this.#responses
      ? this.#responses._streamResponseChunks(messages, options)
      : super._streamResponseChunks(messages, options, runManager)
  }

  override _generate(
    messages: BaseMessage[],
    options: this['ParsedCallOptions'],
    runManager?: CallbackManagerForLLMRun,
  ): Promise<ChatResult> {
    return this.#responses
      ? this.#responses._generate(messages, options, runManager)
      : super._generate(messages, options, runManager)
  }

  /** Called when the provider rejects pictures, before the request is repeated without them. */
  protected onPicturesRefused(): void {}

  /**
   * Some servers send no role. LangChain reports the finish reason only to callbacks, and drops
   * refusals.
   */
  protected override _convertCompletionsDeltaToBaseMessageChunk(
    delta: Record<string, unknown>,
    chunk: CompletionChunk,
    role: OpenAIClient.Chat.ChatCompletionRole = 'assistant',
  ): BaseMessageChunk {
    const message = super._convertCompletionsDeltaToBaseMessageChunk(delta, chunk, role)
    const { refusal } = delta
    if (typeof refusal === 'string' && refusal !== '') {
      message.content = message.text + refusal
      message.additional_kwargs['refusal'] = refusal
    }
    const finish = chunk.choices[0]?.finish_reason
    if (finish == null) return message
    Object.assign(message.response_metadata, { finish_reason: finish, model_name: chunk.model })
    return message
  }

  /** LangChain's own count downloads a tokenizer. This one only estimates lengths. */
  override async getNumTokens(content: MessageContent): Promise<number> {
    const text = typeof content === 'string' ? content : JSON.stringify(content)
    return Math.ceil(text.length / 4)
  }
}

/** A recording contains its own broken attempts. */
async function repeatRecordedTries<T>(call: LogicalCall, attempt: () => Promise<T>): Promise<T> {
  for (;;) {
    call.isStreamBroken = false
    try {
      return await attempt()
    } catch (error) {
      if (!call.remainingTries || !call.isStreamBroken) throw error
      const { code } = toLatheError(error)
      const maxAttempts = call.attempts + call.remainingTries
      call.scope?.onRetry({ attempt: call.attempts, maxAttempts, waitMs: 0, code })
    }
  }
}

/** The request body as sent. */
const asJson = (body: unknown): Json => JSON.parse(JSON.stringify(body))
