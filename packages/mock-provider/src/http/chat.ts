import { ApiError, badRequest } from '../api-error.ts'
import type { Answer } from '../answer/answer.ts'
import type { Conversation } from '../answer/conversation.ts'
import { readConversation } from '../answer/conversation.ts'
import { respond } from '../answer/respond.ts'
import { spoilAnswer } from '../faults/spoil-answer.ts'
import type { Fault } from '../faults/fault.ts'
import { derivedId, drawFrom } from '../fingerprint.ts'
import { CONTEXT_TOKENS, getModel } from '../models.ts'
import type { Pace } from '../pace.ts'
import { aliasesOf, type Provider } from '../provider.ts'
import { chooseFault, paceOf } from '../provider.ts'
import { readDirectives, withoutDirectives } from '../script/directives.ts'
import type { Script, ScriptReply } from '../script/script.ts'
import { answerOf } from '../script/script.ts'
import { directedSettings, pickSettings } from '../script/asked-settings.ts'
import type { Settings } from '../settings.ts'
import { checkChat } from '../wire/check-chat.ts'
import { ChatRequest } from '../wire/chat-request.ts'
import type { Choice } from '../wire/choice.ts'
import { choiceOf } from '../wire/choice.ts'
import type { Completion } from '../wire/completion.ts'
import { completionBody } from '../wire/completion.ts'
import { streamEvents } from '../wire/stream.ts'
import { countPrompt, usageOf } from '../wire/usage.ts'
import { validate } from '../wire/validate.ts'
import type { AskedChat, Call } from './call.ts'
import { deliverJson, deliverStream, failEarly } from './deliver.ts'

export async function completeChat(provider: Provider, call: Call): Promise<void> {
  const { request, fault, pace, complete } = prepareChat(provider, call)
  if (await failEarly(call, fault)) return

  const completion = complete()
  if (request.stream === true) {
    const events = streamEvents(completion, request.stream_options?.include_usage ?? false)
    await deliverStream(call, events, afterThinking(completion, pace), fault)
  } else {
    const tokens = completion.usage.completion_tokens
    await deliverJson(call, completionBody(completion), tokens, pace, fault)
  }
}

/** Its first token comes when all thoughts are thought. */
export function afterThinking({ choices }: Completion, pace: Pace): Pace {
  const thinkingMs = ((choices[0]?.reasoningTokens ?? 0) / pace.tokensPerSecond) * 1000
  return { ...pace, firstTokenMs: pace.firstTokenMs + thinkingMs }
}

/** A request that was found good, with what is to go wrong with its answer. */
type PreparedChat = {
  request: ChatRequest
  fault: Fault | undefined
  pace: Pace
  complete: () => Completion
}

/** Throws what a request is refused with. */
export function prepareChat(provider: Provider, call: AskedChat): PreparedChat {
  const request = validate(ChatRequest, call.body)
  checkChat(request)
  const model = getModel(request.model, aliasesOf(provider))
  if (model.kind !== 'chat') throw notAChatModel(request.model)
  const prompt = countPrompt(request)
  if (prompt.total > CONTEXT_TOKENS) throw contextExceeded(prompt.total)

  const conversation = readConversation(request, 0)
  const directives = readDirectives(`${conversation.system}\n${conversation.question}`)
  const scripted = nextScripted(provider, call, conversation)
  const layers = [call.header, settingsOf(scripted), directedSettings(directives)]
  const [header = {}, script = {}, inPrompt = {}] = layers
  const sources = { header, script, prompt: inPrompt }
  const fault = chooseFault(provider, model, sources, call.fingerprint, call.key)
  const reply = scripted ?? directives.turns[conversation.turn]
  const complete = (): Completion => {
    const choices = Array.from({ length: request.n ?? 1 }, (_, index) => {
      const answer = answerChoice(request, call.fingerprint, index, reply)
      return choiceOf(spoil(answer, fault, request), index, request, call.fingerprint)
    })
    return {
      id: derivedId('chatcmpl-', call.fingerprint),
      model: request.model,
      choices,
      usage: usageOf(prompt, total(choices, 'completionTokens'), total(choices, 'reasoningTokens')),
    }
  }
  const pace = paceOf(model, [...layers, provider.options.settings ?? {}])
  return { request, fault, pace, complete }
}

function answerChoice(
  request: ChatRequest,
  fingerprint: string,
  index: number,
  reply: ScriptReply | undefined,
): Answer {
  const scripted = reply === undefined ? undefined : answerOf(reply)
  if (scripted) return scripted
  const conversation = readConversation(request, variationOf(request, fingerprint, index))
  return respond({
    ...conversation,
    system: withoutDirectives(conversation.system),
    question: withoutDirectives(conversation.question),
  })
}

/** Temperature 0 always gives the plain wording; above it, seed and choice draw another. */
function variationOf(request: ChatRequest, fingerprint: string, index: number): number {
  if (request.temperature == null || request.temperature === 0) {
    return request.temperature === 0 ? 0 : index
  }
  return drawFrom(fingerprint, `variation ${index}`, Math.ceil(1 + request.temperature * 4))
}

function nextScripted(
  provider: Provider,
  call: AskedChat,
  conversation: Conversation,
): ScriptReply | undefined {
  return provider.scripts.next(scriptOf(provider, call), conversation)
}

function scriptOf(provider: Provider, call: AskedChat): Script {
  const { script = [], scripts = {} } = provider.options
  if (call.scriptName === undefined) return script
  const named = Object.hasOwn(scripts, call.scriptName) ? scripts[call.scriptName] : undefined
  if (!named) {
    throw badRequest(`No script is named '${call.scriptName}'.`, 'x-demo-script')
  }
  return named
}

function settingsOf(reply: ScriptReply | undefined): Settings {
  return typeof reply === 'object' ? pickSettings(reply) : {}
}

function spoil(answer: Answer, fault: Fault | undefined, request: ChatRequest): Answer {
  if (!fault) return answer
  return spoilAnswer(answer, fault, request.tools?.map((tool) => tool.function.name) ?? [])
}

function total(choices: readonly Choice[], field: 'completionTokens' | 'reasoningTokens'): number {
  return choices.reduce((sum, choice) => sum + choice[field], 0)
}

function notAChatModel(model: string): ApiError {
  return new ApiError(404, {
    message: `The model '${model}' is not a chat model and is not supported in the chat/completions endpoint.`,
    param: 'model',
  })
}

function contextExceeded(tokens: number): ApiError {
  return new ApiError(400, {
    message: `This model's maximum context length is ${CONTEXT_TOKENS} tokens. However, your messages resulted in ${tokens} tokens. Please reduce the length of the messages.`,
    param: 'messages',
    code: 'context_length_exceeded',
  })
}
