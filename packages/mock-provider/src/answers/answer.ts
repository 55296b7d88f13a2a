export type ToolCall = {
  name: string
  /** JSON text, as on the wire. */
  arguments: string
}

/** A model's answer before token limits and stop sequences apply. */
export type Answer = {
  content: string | null
  refusal: string | null
  toolCalls: readonly ToolCall[]
  finishReason: 'stop' | 'tool_calls' | 'content_filter'
}

export const textAnswer = (content: string | null): Answer => ({
  content,
  refusal: null,
  toolCalls: [],
  finishReason: 'stop',
})

export const toolCallAnswer = (toolCalls: readonly ToolCall[]): Answer => ({
  content: null,
  refusal: null,
  toolCalls,
  finishReason: 'tool_calls',
})
