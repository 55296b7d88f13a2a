import { AIMessage, AIMessageChunk } from '@langchain/core/messages'
import type { BaseMessage } from '@langchain/core/messages'
import type { AgentModel } from '../agent/create-agent.ts'

/** A chat model that gives these replies in order and keeps what it was sent. */
export function scriptedModel(...replies: (string | AIMessage)[]) {
  const requests: { messages: BaseMessage[]; options: object }[] = []
  const next = (messages: BaseMessage[], options: object = {}) => {
    const reply = replies[requests.length]
    requests.push({ messages: [...messages], options })
    if (reply === undefined) throw new Error(`No reply is scripted for call ${requests.length}`)
    return typeof reply === 'string' ? new AIMessage(reply) : reply
  }
  const model: AgentModel = {
    invoke: async (messages, options) => next(messages, options),
    bindTools: () => model,
    async stream(messages, options) {
      const { content } = next(messages, options)
      return streamOne(new AIMessageChunk({ content }))
    },
  }
  return { model, requests }
}

async function* streamOne(chunk: AIMessageChunk) {
  yield chunk
}

/** A reply that calls a tool. */
export const callTo = (name: string, args: object, id = 'call-1') =>
  new AIMessage({
    content: '',
    tool_calls: [{ id, name, args: { ...args }, type: 'tool_call' }],
  })
