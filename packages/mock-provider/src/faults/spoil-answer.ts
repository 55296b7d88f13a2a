import type { Answer } from '../answer/answer.ts'
import { callTool, say } from '../answer/answer.ts'
import type { Fault } from './fault.ts'

/** The faults that lie in what is answered rather than in how it is delivered. */
export function spoilAnswer(answer: Answer, fault: Fault, offered: readonly string[]): Answer {
  switch (fault.kind) {
    case 'empty':
      return say('')
    case 'unknown-tool':
      return callTool([{ name: 'no_such_tool', arguments: '{"query":"demo"}' }])
    case 'bad-arguments':
      return callTool([
        {
          name: answer.toolCalls[0]?.name ?? offered[0] ?? 'no_such_tool',
          arguments: '{"query": "practi',
        },
      ])
    case 'off-schema':
      return say('{"unexpected":"practice fault"}')
    case 'refusal':
      return { ...say(null), refusal: "I'm sorry, I can't help with that." }
    case 'content-filter':
      return { ...answer, toolCalls: [], finishReason: 'content_filter' }
    default:
      return answer
  }
}
