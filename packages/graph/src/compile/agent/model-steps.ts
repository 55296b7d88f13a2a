import { Command, END } from '@langchain/langgraph'
import type { LangGraphRunnableConfig } from '@langchain/langgraph'
import { HumanMessage } from '@langchain/core/messages'
import type { AIMessage, BaseMessage } from '@langchain/core/messages'
import { askAgain, badAnswer, parseAnswer, responseFormat } from '../answer.ts'
import { NodeFailure } from '../failure.ts'
import { tokensOf } from '../messages.ts'
import { callModel, refuseStrayCalls, toolDefinition } from '../model-call.ts'
import { stepCall } from './loop-parts.ts'
import type { LoopParts } from './loop-parts.ts'
import type { LoopState, LoopUpdate } from './loop-state.ts'
import { callsOf, failedCall, readableCalls, refusedCall } from './pending-calls.ts'
import { callTools } from './tool-steps.ts'

export const MODEL = 'model'
export const ANSWER = 'answer'

/** One call of the model, and where it leads: to tools, to the structured answer, or out. */
export function modelStep(parts: LoopParts, next: string) {
  const { runtime, model, toolChoice, runsTools, answer } = parts
  const tools = parts.tools.map(toolDefinition)
  // With tools at hand a forced format would keep many servers from ever calling one.
  const format = answer && (tools.length === 0 || !runsTools) ? responseFormat(answer) : undefined
  return async (state: LoopState, config: LangGraphRunnableConfig): Promise<Command> => {
    checkCaps(parts, state)
    const request = { model, messages: state.messages, tools, toolChoice, answer: format }
    const at = stepCall(parts.id, MODEL, config)
    const reply = await callModel(runtime, request, at)
    if (tools.length === 0 && !runsTools) refuseStrayCalls(parts.id, reply)
    const { message, unreadable } = readableCalls(reply)
    const spent = { modelCalls: 1, tokens: tokensOf(reply) }
    const calls = callsOf(message)
    if (calls.length === 0 || !runsTools) {
      return new Command(
        finish(parts, message, calls.length > 0, { messages: [message], ...spent }),
      )
    }

    const left = (parts.caps.toolCalls ?? Infinity) - state.toolCalls
    const readable = calls.filter(({ id }) => !unreadable.has(id))
    const running = readable.slice(0, Math.max(left, 0))
    const refused = readable
      .slice(running.length)
      .map((call) =>
        failedCall(
          call,
          `The limit of ${parts.caps.toolCalls} tool calls is reached; answer with what you have.`,
        ),
      )
    const broken = calls.flatMap((call) => {
      const reason = unreadable.get(call.id)
      return reason === undefined ? [] : [refusedCall(runtime, call, reason, at)]
    })
    const answers = [...broken, ...refused]
    for (const answer of answers) runtime.message(answer, at)
    const messages: BaseMessage[] = [message, ...answers]
    const goto = running.length > 0 ? callTools(parts, running) : [next]
    return new Command({ update: { messages, ...spent }, goto })
  }
}

function finish({ answer }: LoopParts, message: AIMessage, hasCalls: boolean, update: LoopUpdate) {
  if (!answer || hasCalls) return { update, goto: END }
  const parsed = parseAnswer(message, answer.schema)
  return parsed.ok
    ? { update: { ...update, result: parsed.value }, goto: END }
    : { update, goto: ANSWER }
}

/** Asks for the structured answer on its own; what is wrong with it is told once, then it is an error. */
export function answerStep(parts: LoopParts) {
  const { id, runtime, model, answer, tools, runsTools } = parts
  if (!answer) throw new Error('A loop without a structured answer has no such step')
  const wasFormatted = tools.length === 0 || !runsTools
  const attempts = wasFormatted ? 1 : 2
  return async (state: LoopState, config: LangGraphRunnableConfig): Promise<Command> => {
    checkCaps(parts, state)
    const before = parseAnswer(lastReply(state), answer.schema)
    const isFirst = state.asked === 0 && !wasFormatted
    const instruction =
      isFirst || before.ok
        ? 'Now give the final answer as JSON that fits the schema.'
        : askAgain(before.reason)
    const messages = [...state.messages, new HumanMessage(instruction)]
    const request = { model, messages, answer: responseFormat(answer) }
    const reply = await callModel(runtime, request, stepCall(id, ANSWER, config))
    const update = { messages: [reply], modelCalls: 1, tokens: tokensOf(reply), asked: 1 }
    const parsed = parseAnswer(reply, answer.schema)
    if (parsed.ok) return new Command({ update: { ...update, result: parsed.value }, goto: END })
    if (state.asked + 1 >= attempts) throw badAnswer(id, parsed.reason, reply)
    return new Command({ update, goto: ANSWER })
  }
}

function lastReply({ messages }: LoopState): AIMessage {
  return messages.at(-1) as AIMessage
}

function checkCaps({ id, caps }: LoopParts, { modelCalls, tokens }: LoopState): void {
  const over = (code: 'RECURSION_LIMIT' | 'BUDGET_EXCEEDED', cap: string) =>
    new NodeFailure(code, `\`${id}\` reached its limit of ${cap} before it had an answer`, {
      node: id,
      hint: 'Raise the limit on the node, or give it a smaller task.',
    })
  if (modelCalls >= caps.steps) throw over('RECURSION_LIMIT', `${caps.steps} steps`)
  if (caps.modelCalls !== undefined && modelCalls >= caps.modelCalls) {
    throw over('BUDGET_EXCEEDED', `${caps.modelCalls} model calls`)
  }
  if (caps.tokens !== undefined && tokens >= caps.tokens) {
    throw over('BUDGET_EXCEEDED', `${caps.tokens} tokens`)
  }
}
