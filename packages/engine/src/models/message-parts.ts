import type { AIMessageChunk, BaseMessageChunk, UsageMetadata } from '@langchain/core/messages'

export type ToolCallChunk = NonNullable<AIMessageChunk['tool_call_chunks']>[number]

const isAI = (message: BaseMessageChunk): message is AIMessageChunk => message.type === 'ai'

/** The tool-call chunks of a message chunk, empty if it has none. */
export const toolCallChunks = (message: BaseMessageChunk): ToolCallChunk[] =>
  (isAI(message) && message.tool_call_chunks) || []

/** The token usage in a message chunk, undefined if it has none. */
export const usageIn = (message: BaseMessageChunk): UsageMetadata | undefined =>
  isAI(message) ? message.usage_metadata : undefined
