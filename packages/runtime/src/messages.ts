import {
  AIMessage,
  AIMessageChunk,
  HumanMessage,
  RemoveMessage,
  SystemMessage,
} from '@langchain/core/messages'
import type {
  AIMessageFields,
  BaseMessage,
  InvalidToolCall,
  UsageMetadata,
} from '@langchain/core/messages'
import { REMOVE_ALL_MESSAGES } from '@langchain/langgraph'
import { NodeFailure } from './errors.ts'

const CLASSES = { system: SystemMessage, user: HumanMessage, assistant: AIMessage }

/** Creates a prompt message, or none if its text is blank. */
export function optionalMessage(role: keyof typeof CLASSES, text: string): BaseMessage[] {
  return text.trim() === '' ? [] : [new CLASSES[role](text)]
}

/** Creates a user message with pictures. Blank addresses are left out, and a message without content. */
export function imageMessage(
  text: string,
  images: readonly string[],
  detail?: 'low' | 'high',
): BaseMessage[] {
  const pictures = images.filter((image) => image.trim() !== '')
  if (pictures.length === 0) return optionalMessage('user', text)
  const content = [
    ...(text.trim() === '' ? [] : [{ type: 'text' as const, text }]),
    ...pictures.map((url) => ({
      type: 'image_url' as const,
      image_url: { url: url.trim(), ...(detail && { detail }) },
    })),
  ]
  return [new HumanMessage({ content })]
}

/**
 * Gives a message an id if it has none. LangChain serializes `lc_kwargs`, so an id set only on the field would be
 * lost in a checkpoint.
 */
export function withId<M extends BaseMessage>(message: M, id: string): M {
  message.id ??= id
  message.lc_kwargs['id'] = message.id
  return message
}

/** Returns a model's reply as a message. A streamed reply is a chunk that also holds its pieces. */
export function toReply(message: BaseMessage): AIMessage {
  if (AIMessageChunk.isInstance(message)) {
    return withToolCalls(message, message.tool_calls ?? [], message.invalid_tool_calls)
  }
  if (AIMessage.isInstance(message)) return message
  throw new NodeFailure('BAD_RESPONSE', 'The model did not answer with an assistant message')
}

type ToolCalls = NonNullable<AIMessageFields['tool_calls']>

/** Returns the message with other tool calls under the same id, so that it replaces the original. */
export function withToolCalls(
  message: AIMessage | AIMessageChunk,
  tool_calls: ToolCalls,
  invalid_tool_calls: InvalidToolCall[] = [],
): AIMessage {
  const { content, id, name, response_metadata, usage_metadata } = message
  const { tool_calls: _, ...additional_kwargs } = message.additional_kwargs
  const fields: AIMessageFields = {
    content,
    additional_kwargs,
    response_metadata,
    tool_calls,
    invalid_tool_calls,
  }
  if (id !== undefined) fields.id = id
  if (name !== undefined) fields.name = name
  if (usage_metadata !== undefined) fields.usage_metadata = usage_metadata
  return new AIMessage(fields)
}

/** Returns the tokens a reply used. LangChain types the field by a structure that plain messages do not carry. */
export const countTokens = (message: AIMessage): number => totalTokens(message.usage_metadata)

const totalTokens = (usage: UsageMetadata | undefined): number => usage?.total_tokens ?? 0

type Reply = Pick<AIMessage, 'text' | 'tool_calls'>

/** Throws if a reply only calls tools that the node does not offer: it would leave the node without a result. */
export function refuseToolCalls(node: string, reply: Reply): void {
  const calls = reply.tool_calls ?? []
  if (calls.length === 0 || reply.text.trim() !== '') return
  const names = [...new Set(calls.map(({ name }) => `\`${name}\``))].join(', ')
  throw new NodeFailure(
    'BAD_RESPONSE',
    `The model of \`${node}\` answered with calls of ${names} and no text, but the node offers it no tools`,
    {
      node,
      hint: 'Give the node these tools, or ask for words in the prompt.',
      details: { calls: calls.length },
    },
  )
}

const PROMPT_ID = 'prompt-'

/** Gives ids to messages made from a prompt's text, which distinguish them from those of the conversation. */
export const withPromptIds = (messages: readonly BaseMessage[]): BaseMessage[] =>
  messages.map((message, index) => withId(message, `${PROMPT_ID}${index}`))

/**
 * Returns the messages an agent added to its prompt. If it shortened the conversation, returns the whole
 * conversation, after a message that removes the old one.
 */
export function addedMessages(
  prompt: readonly BaseMessage[],
  messages: readonly BaseMessage[],
  conversation: readonly BaseMessage[],
): BaseMessage[] {
  const promptIds = new Set(prompt.map(({ id }) => id))
  const ids = new Set(messages.map(({ id }) => id))
  const isShortened = prompt.some(({ id }) => !ids.has(id))
  if (!isShortened || !conversation.every(({ id }) => promptIds.has(id))) {
    return messages.filter(({ id }) => !promptIds.has(id))
  }
  const conversationMessages = messages.filter(({ id }) => !id?.startsWith(PROMPT_ID))
  return [new RemoveMessage({ id: REMOVE_ALL_MESSAGES }), ...conversationMessages]
}
