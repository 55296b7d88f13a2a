export type ToolCall = {
  name: string
  /** JSON text, as the wire carries it. */
  arguments: string
}

/** What the model says, before it is cut to limits and put on the wire. */
export type Answer = {
  content: string | null
  refusal: string | null
  toolCalls: readonly ToolCall[]
  finishReason: 'stop' | 'tool_calls' | 'content_filter'
}

export function say(content: string | null): Answer {
  return { content, refusal: null, toolCalls: [], finishReason: 'stop' }
}

export function callTool(toolCalls: readonly ToolCall[]): Answer {
  return { content: null, refusal: null, toolCalls, finishReason: 'tool_calls' }
}
