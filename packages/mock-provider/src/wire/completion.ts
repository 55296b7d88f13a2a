import { CREATED } from '../models.ts'
import type { Choice } from './choice.ts'
import type { Usage } from './usage.ts'

export type Completion = {
  id: string
  model: string
  choices: readonly Choice[]
  usage: Usage
}

export const SYSTEM_FINGERPRINT = 'fp_demo_1'

/** The body of an answer that is not streamed. */
export function completionBody(completion: Completion): string {
  return JSON.stringify({
    id: completion.id,
    object: 'chat.completion',
    created: CREATED,
    model: completion.model,
    choices: completion.choices.map((choice) => ({
      index: choice.index,
      message: {
        role: 'assistant',
        content: choice.content?.join('') ?? null,
        ...toolCalls(choice),
        refusal: choice.refusal,
        annotations: [],
      },
      logprobs: null,
      finish_reason: choice.finishReason,
    })),
    usage: completion.usage,
    service_tier: 'default',
    system_fingerprint: SYSTEM_FINGERPRINT,
  })
}

function toolCalls(choice: Choice): object {
  if (choice.calls.length === 0) return {}
  return {
    tool_calls: choice.calls.map((call) => ({
      id: call.id,
      type: 'function',
      function: { name: call.name, arguments: call.pieces.join('') },
    })),
  }
}
