export const spokenLib = {
  path: 'lib/spoken.ts',
  text: `import { AIMessage, RemoveMessage } from '@langchain/core/messages'
import type { BaseMessage } from '@langchain/core/messages'
import { REMOVE_ALL_MESSAGES } from '@langchain/langgraph'
import { createMiddleware } from 'langchain'

/** createAgent signs its messages, which not every provider takes back. */
export const unsigned = createMiddleware({
  name: 'Unsigned',
  wrapModelCall: (request, handler) => {
    bare(request.messages)
    return handler(request)
  },
})

/** Ids for a prompt's own messages. They must survive a checkpoint, which keeps an id only in \`lc_kwargs\`. */
export function identified(prompt: readonly BaseMessage[]): BaseMessage[] {
  return prompt.map((message, index) => {
    message.id ??= \`prompt-\${index}\`
    message.lc_kwargs['id'] = message.id
    return message
  })
}

/** The messages an agent added to its prompt. If it shortened its conversation, the whole conversation. */
export function spoken(
  prompt: readonly BaseMessage[],
  messages: readonly BaseMessage[],
  conversation?: readonly BaseMessage[],
): BaseMessage[] {
  bare(messages)
  const given = new Set(prompt.map(({ id }) => id))
  const kept = new Set(messages.map(({ id }) => id))
  const isShortened = conversation !== undefined && prompt.some(({ id }) => !kept.has(id))
  if (!isShortened || !conversation.every(({ id }) => given.has(id))) {
    return messages.filter(({ id }) => !given.has(id))
  }
  const own = new Set(conversation.map(({ id }) => id))
  const rest = messages.filter(({ id }) => own.has(id) || !given.has(id))
  return [new RemoveMessage({ id: REMOVE_ALL_MESSAGES }), ...rest]
}

/** The messages as a model gave them. */
export function bare<M extends readonly BaseMessage[]>(messages: M): M {
  for (const message of messages) {
    if (!AIMessage.isInstance(message) || message.name !== 'model') continue
    delete message.name
    delete message.lc_kwargs['name']
  }
  return messages
}

export function last(messages: readonly BaseMessage[]): { text: string } {
  return messages.at(-1) ?? { text: '' }
}
`,
}

export const limitsLib = {
  path: 'lib/limits.ts',
  text: `import { AIMessage, ToolMessage } from '@langchain/core/messages'
import { createMiddleware } from 'langchain'
import * as z from 'zod'

/** An agent that has used so many tokens may not call its model again. */
export const tokenLimit = (limit: number) =>
  createMiddleware({
    name: 'TokenLimit',
    stateSchema: z.object({ tokens: z.number().default(0) }),
    beforeModel: ({ tokens }) => {
      if (tokens >= limit) throw new Error(\`The limit of \${limit} tokens is reached\`)
    },
    afterModel: ({ tokens, messages }) => {
      const reply = messages.findLast((message) => AIMessage.isInstance(message))
      return { tokens: tokens + (reply?.usage_metadata?.total_tokens ?? 0) }
    },
  })

/** Calls past the limit are refused, and the model is told so. */
export const toolCallLimit = (limit: number) =>
  createMiddleware({
    name: 'ToolCallLimit',
    stateSchema: z.object({ toolCalls: z.number().default(0) }),
    afterModel: {
      canJumpTo: ['model'],
      hook: ({ toolCalls, messages }) => {
        const reply = messages.at(-1)
        const calls = AIMessage.isInstance(reply) ? (reply.tool_calls ?? []) : []
        const running = Math.min(calls.length, Math.max(limit - toolCalls, 0))
        const refused = calls.slice(running).map(
          ({ id = '', name }) =>
            new ToolMessage({
              tool_call_id: id,
              name,
              content: \`The limit of \${limit} tool calls is reached; answer with what you have.\`,
              status: 'error',
            }),
        )
        const isOver = calls.length > 0 && running === 0
        return {
          messages: refused,
          toolCalls: toolCalls + running,
          ...(isOver && { jumpTo: 'model' as const }),
        }
      },
    },
  })
`,
}

export const summarizeLib = {
  path: 'lib/summarize.ts',
  text: `import { getBufferString, HumanMessage, RemoveMessage, SystemMessage } from '@langchain/core/messages'
import type { BaseMessage } from '@langchain/core/messages'
import { REMOVE_ALL_MESSAGES } from '@langchain/langgraph'
import type { ChatOpenAI, ChatOpenAICompletions } from '@langchain/openai'
import { createMiddleware } from 'langchain'

type Options = {
  model: ChatOpenAI | ChatOpenAICompletions
  afterTokens: number
  keepMessages: number
}

const INSTRUCTION =
  'Summarise this conversation for whoever continues it. Keep names, numbers, decisions, open questions ' +
  'and what the tools found. Answer with the summary alone.'

/** Replaces what is old in a long conversation by a summary; the instructions and the newest messages stay. */
export const summarize = ({ model, afterTokens, keepMessages }: Options) =>
  createMiddleware({
    name: 'Summarize',
    beforeModel: async ({ messages }) => {
      if (roughTokens(messages) <= afterTokens) return undefined
      const start = messages.findIndex((message) => message.type !== 'system')
      const cut = cutBefore(messages, messages.length - keepMessages)
      if (start === -1 || cut - start < 2) return undefined
      const old = messages.slice(start, cut)
      const reply = await model.invoke([
        new SystemMessage(INSTRUCTION),
        new HumanMessage(getBufferString(old)),
      ])
      const summary = new HumanMessage(
        \`Here is a summary of the conversation to date:\\n\\n\${reply.text}\`,
      )
      const kept = [...messages.slice(0, start), summary, ...messages.slice(cut)]
      return { messages: [new RemoveMessage({ id: REMOVE_ALL_MESSAGES }), ...kept] }
    },
  })

/** A tool's answer stays with the call it answers. */
function cutBefore(messages: readonly BaseMessage[], from: number): number {
  let cut = Math.max(from, 0)
  while (cut > 0 && messages[cut]?.type === 'tool') cut -= 1
  return cut
}

/** Four characters a token: near enough to decide when a conversation is long. */
function roughTokens(messages: readonly BaseMessage[]): number {
  return messages.reduce((total, message) => {
    const calls = 'tool_calls' in message ? JSON.stringify(message.tool_calls ?? '').length : 0
    return total + Math.ceil((message.text.length + calls) / 4) + 4
  }, 0)
}
`,
}
