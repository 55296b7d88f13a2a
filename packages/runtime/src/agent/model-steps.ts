import { Command, END } from '@langchain/langgraph'
import type { LangGraphRunnableConfig } from '@langchain/langgraph'
import { HumanMessage } from '@langchain/core/messages'
import type { AIMessage, BaseMessage } from '@langchain/core/messages'
import { NodeFailure } from '../errors.ts'
import type { Json } from '../json.ts'
import { countTokens, refuseToolCalls } from '../messages.ts'
import { answerFailure, askAgain, ASK_FOR_ANSWER, parseAnswer } from '../structured-output.ts'
import { STEPS } from './loop-options.ts'
import type { LoopOptions, LoopState, LoopUpdate } from './loop-options.ts'
import { createFailure, listCalls, rejectCall, withReadableCalls } from './tool-calls.ts'
import { sendCalls } from './tool-steps.ts'

/** Calls the model once and continues with its tool calls, the structured answer, or the end. */
export function modelStep(options: LoopOptions, next: string) {
  const { name, tools, runsTools, answer, host, limits } = options
  // A forced format would keep many servers from ever calling a tool.
  const format = answer && (tools.length === 0 || !runsTools) ? answer : undefined
  return async (state: LoopState, config: LangGraphRunnableConfig): Promise<Command> => {
    checkLimits(options, state)
    const step = { step: STEPS.model, config }
    const request = { messages: state.messages, offersTools: true, format }
    const reply = await host.callModel(request, step)
    if (tools.length === 0 && !runsTools) refuseToolCalls(name, reply)
    const { message, unreadable } = withReadableCalls(reply)
    const usage = { modelCalls: 1, tokens: countTokens(reply) }
    const calls = listCalls(message)
    if (calls.length === 0 || !runsTools) {
      return finish(options, message, calls.length > 0, { messages: [message], ...usage })
    }

    const remaining = (limits.toolCalls ?? Infinity) - state.toolCalls
    const readable = calls.filter(({ id }) => !unreadable.has(id))
    const running = readable.slice(0, Math.max(remaining, 0))
    const excess = readable
      .slice(running.length)
      .map((call) =>
        createFailure(
          call,
          `The limit of ${limits.toolCalls} tool calls is reached; answer with what you have.`,
        ),
      )
    const invalidCalls = calls.flatMap((call) => {
      const reason = unreadable.get(call.id)
      return reason === undefined ? [] : [rejectCall(host, call, reason, step)]
    })
    const results = [...invalidCalls, ...excess]
    for (const result of results) host.onMessage?.(result, step)
    const messages: BaseMessage[] = [message, ...results]
    const goto = running.length > 0 ? sendCalls(options, state, running) : [next]
    return new Command({ update: { messages, ...usage }, goto })
  }
}

function finish(
  { answer, host }: LoopOptions,
  message: AIMessage,
  hasCalls: boolean,
  update: LoopUpdate,
): Command {
  if (!answer || hasCalls) return new Command({ update, goto: END })
  const parsed = parseAnswer<Json>(message, answer.schema, host.validate)
  return parsed.ok
    ? new Command({ update: { ...update, result: parsed.value }, goto: END })
    : new Command({ update, goto: STEPS.answer })
}

/** Requests the structured answer on its own, once more with the reason if it does not fit. */
export function answerStep(options: LoopOptions) {
  const { name, answer, tools, runsTools, host } = options
  if (!answer) throw new Error('A loop without a structured answer has no such step')
  const isFormatted = tools.length === 0 || !runsTools
  const attempts = isFormatted ? 1 : 2
  return async (state: LoopState, config: LangGraphRunnableConfig): Promise<Command> => {
    checkLimits(options, state)
    const before = parseAnswer(state.messages.at(-1), answer.schema, host.validate)
    const isFirst = state.asked === 0 && !isFormatted
    const instruction = isFirst || before.ok ? ASK_FOR_ANSWER : askAgain(before.reason)
    const messages = [...state.messages, new HumanMessage(instruction)]
    const request = { messages, offersTools: false, format: answer }
    const reply = await host.callModel(request, { step: STEPS.answer, config })
    const update = { messages: [reply], modelCalls: 1, tokens: countTokens(reply), asked: 1 }
    const parsed = parseAnswer<Json>(reply, answer.schema, host.validate)
    if (parsed.ok) return new Command({ update: { ...update, result: parsed.value }, goto: END })
    if (state.asked + 1 >= attempts) throw answerFailure(name, parsed.reason, reply)
    return new Command({ update, goto: STEPS.answer })
  }
}

function checkLimits({ name, limits }: LoopOptions, { modelCalls, tokens }: LoopState): void {
  const limitError = (code: 'RECURSION_LIMIT' | 'BUDGET_EXCEEDED', limit: string) =>
    new NodeFailure(code, `\`${name}\` reached its limit of ${limit} before it had an answer`, {
      node: name,
      hint: 'Raise the limit on the node, or give it a smaller task.',
    })
  if (modelCalls >= limits.steps) throw limitError('RECURSION_LIMIT', `${limits.steps} steps`)
  if (limits.modelCalls !== undefined && modelCalls >= limits.modelCalls) {
    throw limitError('BUDGET_EXCEEDED', `${limits.modelCalls} model calls`)
  }
  if (limits.tokens !== undefined && tokens >= limits.tokens) {
    throw limitError('BUDGET_EXCEEDED', `${limits.tokens} tokens`)
  }
}
