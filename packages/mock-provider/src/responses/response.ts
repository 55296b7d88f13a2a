import { derivedId } from '../fingerprint.ts'
import { CREATED } from '../models.ts'
import type { Choice, ChoiceCall } from '../wire/choice.ts'
import type { Completion } from '../wire/completion.ts'
import type { ResponsesRequest } from './request.ts'

const ENCRYPTED = 'reasoning.encrypted_content'

/** The body of an answer that is whole. */
export function responseBody(completion: Completion, request: ResponsesRequest): object {
  const [choice] = completion.choices
  const reason = choice?.finishReason
  const isCut = reason === 'length' || reason === 'content_filter'
  return {
    ...responseHead(completion, request),
    status: isCut ? 'incomplete' : 'completed',
    incomplete_details: isCut
      ? { reason: reason === 'length' ? 'max_output_tokens' : 'content_filter' }
      : null,
    output: choice ? outputOf(completion, choice, request) : [],
    usage: usageOf(completion),
  }
}

/** What is known of it before it begins. */
export const responseHead = ({ id, model }: Completion, request: ResponsesRequest) => ({
  id,
  object: 'response',
  created_at: CREATED,
  status: 'in_progress',
  error: null,
  incomplete_details: null,
  instructions: request.instructions ?? null,
  max_output_tokens: request.max_output_tokens ?? null,
  metadata: {},
  model,
  output: [],
  parallel_tool_calls: request.parallel_tool_calls ?? true,
  reasoning: { effort: request.reasoning?.effort ?? null, summary: null },
  service_tier: 'default',
  store: request.store ?? true,
  temperature: request.temperature ?? 1,
  text: { format: { type: 'text' }, ...request.text },
  tool_choice: request.tool_choice ?? 'auto',
  tools: request.tools ?? [],
  top_p: request.top_p ?? 1,
  usage: null,
})

export function outputOf(
  completion: Completion,
  choice: Choice,
  request: ResponsesRequest,
): object[] {
  return [
    ...(choice.reasoningTokens > 0 ? [reasoningItem(completion, request)] : []),
    ...(hasMessage(choice) ? [messageItem(completion, [contentPart(choice)])] : []),
    ...choice.calls.map((call) => callItem(call, call.pieces.join(''))),
  ]
}

export const hasMessage = ({ content, refusal }: Choice): boolean =>
  content !== null || refusal !== null

export const contentPart = ({ content, refusal }: Choice): object =>
  refusal === null
    ? { type: 'output_text', annotations: [], logprobs: [], text: (content ?? []).join('') }
    : { type: 'refusal', refusal }

export const messageItem = ({ id }: Completion, content: object[], status = 'completed') => ({
  id: derivedId('msg_', id),
  type: 'message',
  status,
  role: 'assistant',
  content,
})

export const callItem = ({ id, name }: ChoiceCall, args: string, status = 'completed') => ({
  id: derivedId('fc_', id),
  type: 'function_call',
  status,
  call_id: id,
  name,
  arguments: args,
})

export const reasoningItem = ({ id }: Completion, { include }: ResponsesRequest) => ({
  id: derivedId('rs_', id),
  type: 'reasoning',
  summary: [],
  ...(include?.includes(ENCRYPTED) && { encrypted_content: derivedId('thoughts_', id) }),
})

const usageOf = ({ usage }: Completion) => ({
  input_tokens: usage.prompt_tokens,
  input_tokens_details: { cached_tokens: usage.prompt_tokens_details.cached_tokens },
  output_tokens: usage.completion_tokens,
  output_tokens_details: { reasoning_tokens: usage.completion_tokens_details.reasoning_tokens },
  total_tokens: usage.total_tokens,
})
