import type { BaseLanguageModelInput } from '@langchain/core/language_models/base'
import type { AIMessageChunk, BaseMessage } from '@langchain/core/messages'
import type { ChatResult } from '@langchain/core/outputs'
import type { ChatOpenAICallOptions } from '@langchain/openai'
import type { Json } from '@lathe/contract'
import type { NodeCall } from '@lathe/graph/compile'
import { type ChatModelOptions, LatheChatModel } from '../../models/lathe-chat-model.ts'
import { toJsonRecord, toMessage } from '../../record/to-json.ts'
import { toUsage } from '../../record/usage.ts'
import { toSpanFailure } from '../failure.ts'
import { stopIfOverBudget } from '../limits.ts'
import { nodeLocation } from '../run-node.ts'
import { createBreather, nextTurn } from '../scheduling/event-loop.ts'
import { getScope, scopeContext, type Scope, scopeAt } from '../scope.ts'
import { createMessageBuilder, type MessageBuilder } from './message-builder.ts'

/**
 * A chat model whose every attempt is a streamed call with a span. Chunks are read directly,
 * because LangChain's callbacks and LangGraph's message stream would cost more than the model
 * itself.
 */
export class RecordedChatModel extends LatheChatModel {
  readonly #options: ChatModelOptions
  readonly #call: NodeCall

  constructor(options: ChatModelOptions, call: NodeCall) {
    super(options)
    this.#options = options
    this.#call = call
  }

  override invoke(
    input: BaseLanguageModelInput,
    options?: Partial<ChatOpenAICallOptions>,
  ): Promise<AIMessageChunk> {
    const scope = scopeAt(getScope(), this.#call)
    // An agent's own graph does not wait for an aborted call, but the end of the call must be
    // recorded.
    return scope.run.unwinding.track(scopeContext.run(scope, () => super.invoke(input, options)))
  }

  override async _generate(
    messages: BaseMessage[],
    options: this['ParsedCallOptions'],
  ): Promise<ChatResult> {
    const scope = getScope()
    const { run, node } = scope
    const parentId = scope.node.span.id
    const built = createMessageBuilder()
    const span = run.recorder.start({
      kind: 'model',
      name: this.model,
      parentId,
      node: node.path,
      superstep: node.superstep,
      inputs: this.#inputs(messages, options),
      model: this.model,
      provider: this.#options.connection.name,
    })
    scope.span = span
    try {
      await this.#read(scope, built, messages, options)
    } catch (error) {
      const isStopping = run.stop !== null || options.signal?.aborted === true
      this.#failed(scope, built, toSpanFailure(error, isStopping, node.path), isStopping)
      throw error
    }
    return this.#succeeded(scope, built)
  }

  async #read(
    { run, node, span }: Scope,
    built: MessageBuilder,
    messages: BaseMessage[],
    options: this['ParsedCallOptions'],
  ): Promise<void> {
    const source = { ...nodeLocation(node), spanId: span.id, messageId: span.id }
    const yieldToEventLoop = createBreather()
    let hasBegun = false
    for await (const chunk of this._streamResponseChunks(messages, options)) {
      const { text, reasoning, toolArgs } = built.add(chunk)
      const isFirst: boolean = !hasBegun && !built.isEmpty
      if (isFirst) run.recorder.firstToken(span)
      hasBegun ||= isFirst
      if (reasoning !== '') run.recorder.token(source, 'reasoning', reasoning)
      if (text !== '') run.recorder.token(source, 'text', text)
      if (toolArgs !== '') run.recorder.token(source, 'tool-args', toolArgs)
      // Lets readers receive the first token before the next chunk is processed.
      const rest = isFirst ? nextTurn() : yieldToEventLoop()
      if (rest) await rest
    }
    options.signal?.throwIfAborted()
  }

  protected override onPicturesRefused(): void {
    const { run, span } = getScope()
    run.recorder.note(span, 'pictures left out', { reason: 'The provider rejects pictures' })
  }

  #succeeded(scope: Scope, built: MessageBuilder): ChatResult {
    const { run, node, span } = scope
    const message = built.message(span.id)
    if (built.modelName !== null) run.recorder.answeredBy(span, built.modelName)
    if (built.isRefusal) run.recorder.refuse(span)
    run.recorder.end(span, {
      status: 'success',
      outputs: modelOutputs(message, built),
      usage: built.usage && toUsage(built.usage),
    })
    run.recorder.event({
      type: 'message',
      ...nodeLocation(node),
      spanId: span.id,
      message: toMessage(message),
    })
    stopIfOverBudget(run)
    return { generations: [{ text: message.text, message }] }
  }

  /** Records the partial answer. It is the final one if the run was stopped. */
  #failed(
    { run, node, span }: Scope,
    built: MessageBuilder,
    { status, error }: ReturnType<typeof toSpanFailure>,
    isStopping: boolean,
  ): void {
    const message = built.isEmpty ? null : built.message(span.id)
    run.recorder.end(span, {
      status,
      error,
      outputs: modelOutputs(message, built),
      usage: built.usage && toUsage(built.usage),
    })
    if (!message || !isStopping) return
    run.recorder.event({
      type: 'message',
      ...nodeLocation(node),
      spanId: span.id,
      message: toMessage(message),
    })
  }

  #inputs(messages: BaseMessage[], options: this['ParsedCallOptions']): Json {
    const { connection: _, name: __, extra, ...settings } = this.#options.settings
    const { tools, tool_choice: toolChoice, response_format: responseFormat } = options
    return toJsonRecord({
      messages,
      tools: tools?.length ? tools : undefined,
      settings: { ...settings, ...extra, toolChoice, responseFormat },
    })
  }
}

const modelOutputs = (message: BaseMessage | null, { finishReason }: MessageBuilder): Json =>
  toJsonRecord({ message, finishReason })
