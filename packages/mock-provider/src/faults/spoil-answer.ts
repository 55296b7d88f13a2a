import type { Answer } from '../answers/answer.ts'
import { textAnswer, toolCallAnswer } from '../answers/answer.ts'
import type { Fault } from './fault.ts'

/** Applies a fault that lies in the content of an answer. */
export function spoilAnswer(answer: Answer, fault: Fault, offered: readonly string[]): Answer {
  switch (fault.kind) {
    case 'empty':
      return textAnswer('')
    case 'unknown-tool':
      return toolCallAnswer([{ name: 'no_such_tool', arguments: '{"query":"demo"}' }])
    case 'bad-arguments': {
      const name = answer.toolCalls[0]?.name ?? offered[0] ?? 'no_such_tool'
      return toolCallAnswer([{ name, arguments: '{"query": "dem' }])
    }
    case 'off-schema':
      return textAnswer('{"unexpected":"simulated fault"}')
    case 'refusal':
      return { ...textAnswer(null), refusal: "I'm sorry, I can't help with that." }
    case 'content-filter':
      return { ...answer, toolCalls: [], finishReason: 'content_filter' }
    default:
      return answer
  }
}
