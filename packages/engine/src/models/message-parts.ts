import type { AIMessageChunk, BaseMessageChunk, UsageMetadata } from '@langchain/core/messages'

export type ToolCallChunk = NonNullable<AIMessageChunk['tool_call_chunks']>[number]

const isAI = (message: BaseMessageChunk): message is AIMessageChunk => message.type === 'ai'

export const toolCallChunks = (message: BaseMessageChunk): ToolCallChunk[] =>
  (isAI(message) && message.tool_call_chunks) || []

export const usageIn = (message: BaseMessageChunk): UsageMetadata | undefined =>
  isAI(message) ? message.usage_metadata : undefined
