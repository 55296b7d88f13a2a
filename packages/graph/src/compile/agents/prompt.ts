import type { BaseMessage } from '@langchain/core/messages'
import { imageMessage, optionalMessage } from '@lathe-ai/runtime'
import type { Prompt, PromptMessage } from '@lathe/contract'
import { NodeFailure } from '../failure.ts'
import { toMessages } from './messages.ts'
import type { GraphRuntime, NodeCall } from '../runtime.ts'
import type { ScopeMaker, State } from '../state.ts'
import { compileTemplate } from '../template.ts'

export type PromptFn = (state: State, call: NodeCall) => BaseMessage[] | Promise<BaseMessage[]>

export function compilePrompt(
  prompt: Prompt,
  createScope: ScopeMaker,
  runtime: GraphRuntime,
): PromptFn {
  if ('messages' in prompt) {
    const render = renderMessages(prompt.messages, createScope)
    return (state, call) => filled(render(state), call)
  }
  return async (state, call) => {
    const messages = await runtime.prompt(prompt, call)
    return filled(renderMessages(messages, createScope)(state), call)
  }
}

export function renderMessages(messages: readonly PromptMessage[], createScope: ScopeMaker) {
  const parts = messages.map((message) => compileMessage(message, createScope))
  return (state: State): BaseMessage[] => parts.flatMap((part) => part(state))
}

function compileMessage(message: PromptMessage, createScope: ScopeMaker) {
  if (message.role === 'placeholder') {
    const { channel } = message
    return (state: State): BaseMessage[] => toMessages(state[channel] ?? [])
  }
  const render = compileTemplate(message.text, createScope)
  if ('images' in message) {
    const renderImages = message.images?.map((image) => compileTemplate(image, createScope)) ?? []
    const { detail } = message
    return (state: State): BaseMessage[] =>
      imageMessage(
        render(state),
        renderImages.map((image) => image(state)),
        detail,
      )
  }
  return (state: State): BaseMessage[] => optionalMessage(message.role, render(state))
}

function filled(messages: BaseMessage[], call: NodeCall): BaseMessage[] {
  if (messages.length > 0) return messages
  throw new NodeFailure('INVALID_INPUT', `The prompt of \`${call.path}\` came out empty`, {
    node: call.path,
    hint: 'Give the run an input, or add text to the prompt that does not depend on it.',
  })
}
