import type { Answer } from '../answers/answer.ts'
import { type Conversation, readConversation } from '../answers/conversation.ts'
import { respond } from '../answers/respond.ts'
import { badRequest } from '../errors.ts'
import { type Fault, distortAnswer } from '../faults/fault.ts'
import { derivedId, pickNumber } from '../fingerprint.ts'
import type { Call, ModelRequest } from '../http/call.ts'
import { type Delivery, deliverStream, deliverWhole, failEarly } from '../http/deliver.ts'
import { CONTEXT_TOKENS } from '../models.ts'
import { planDelivery, type Provider } from '../provider.ts'
import { readDirectives } from '../scripts/directives.ts'
import { replyAnswer, type Script, type ScriptReply } from '../scripts/script-player.ts'
import { ChatRequest } from '../wire/chat-request.ts'
import { checkChat } from '../wire/check-chat.ts'
import { type Choice, createChoice } from '../wire/choice.ts'
import { chatEvents, type Completion, completionBody } from '../wire/completion.ts'
import { countPrompt, createUsage } from '../wire/usage.ts'
import { validate } from '../wire/validate.ts'

export async function completeChat(provider: Provider, call: Call): Promise<void> {
  const { request, delivery, complete } = prepareChat(provider, call)
  if (await failEarly(call, delivery.fault)) return

  const completion = complete()
  if (request.stream === true) {
    const events = chatEvents(completion, request.stream_options?.include_usage ?? false)
    await deliverStream(call, events, afterReasoning(completion, delivery))
  } else {
    const tokens = completion.usage.completion_tokens
    await deliverWhole(call, { body: completionBody(completion), tokens }, delivery)
  }
}

/** Delays the first token of a stream by the time that the reasoning tokens take. */
export function afterReasoning({ choices }: Completion, { fault, pace }: Delivery): Delivery {
  const reasoningMs = ((choices[0]?.reasoningTokens ?? 0) / pace.tokensPerSecond) * 1000
  return { fault, pace: { ...pace, firstTokenMs: pace.firstTokenMs + reasoningMs } }
}

type PreparedChat = { request: ChatRequest; delivery: Delivery; complete: () => Completion }

/** Validates a request and plans its delivery. Throws the error of an invalid request. */
export function prepareChat(provider: Provider, call: ModelRequest): PreparedChat {
  const request = validate(ChatRequest, call.body)
  checkChat(request)
  const model = provider.getModel(request.model, 'chat')
  const prompt = countPrompt(request)
  if (prompt.total > CONTEXT_TOKENS) {
    throw badRequest(
      `This model's maximum context length is ${CONTEXT_TOKENS} tokens. However, your messages resulted in ${prompt.total} tokens. Please reduce the length of the messages.`,
      'messages',
      'context_length_exceeded',
    )
  }

  const conversation = readConversation(request)
  const directives = readDirectives(`${conversation.system}\n${conversation.question}`)
  const scripted = provider.scripts.next(selectScript(provider, call), conversation)
  const script = { origin: 'script', settings: typeof scripted === 'object' ? scripted : {} }
  const delivery = planDelivery(provider, model, call, [script, directives.layer])
  const reply = scripted ?? directives.turns[conversation.turn]
  const complete = (): Completion => {
    const choices = Array.from({ length: request.n ?? 1 }, (_, index) => {
      const answer = answerChoice(request, conversation, call.fingerprint, index, reply)
      return createChoice(
        applyFault(answer, delivery.fault, request),
        index,
        request,
        call.fingerprint,
      )
    })
    const sum = (field: 'completionTokens' | 'reasoningTokens') =>
      choices.reduce((total, choice: Choice) => total + choice[field], 0)
    return {
      id: derivedId('chatcmpl-', call.fingerprint),
      model: request.model,
      choices,
      usage: createUsage(prompt, sum('completionTokens'), sum('reasoningTokens')),
    }
  }
  return { request, delivery, complete }
}

function answerChoice(
  { temperature }: ChatRequest,
  conversation: Conversation,
  fingerprint: string,
  index: number,
  reply: ScriptReply | undefined,
): Answer {
  const system = readDirectives(conversation.system).rest
  const question = readDirectives(conversation.question).rest
  // All choices of a request at temperature 0 are alike.
  const seed = pickNumber(fingerprint, `choice ${temperature === 0 ? 0 : index}`, 2 ** 31)
  return (
    (reply === undefined ? undefined : replyAnswer(reply)) ??
    respond({ ...conversation, system, question }, seed)
  )
}

function selectScript({ options }: Provider, { scriptName }: ModelRequest): Script {
  const { script = [], scripts = {} } = options
  if (scriptName === undefined) return script
  const named = Object.hasOwn(scripts, scriptName) ? scripts[scriptName] : undefined
  if (!named) throw badRequest(`No script is named '${scriptName}'.`, 'x-demo-script')
  return named
}

const applyFault = (
  answer: Answer,
  fault: Fault | undefined,
  { tools = [] }: ChatRequest,
): Answer =>
  fault
    ? distortAnswer(
        answer,
        fault,
        tools.map((tool) => tool.function.name),
      )
    : answer
