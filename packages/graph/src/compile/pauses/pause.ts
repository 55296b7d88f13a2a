import type { InterruptAnswer } from '@lathe/contract'
import { answerIssues } from '../../interrupt/answer-issues.ts'
import type { Question } from '../../interrupt/question.ts'
import { describeIssues } from '../../json-schema/validate.ts'
import { NodeFailure } from '../failure.ts'
import type { GraphRuntime, NodeCall } from '../runtime.ts'

/** Pauses the run until a human answers. The node then runs again from its top. */
export function pause<K extends 'ask' | 'approval'>(
  runtime: GraphRuntime,
  question: Question & { kind: K },
  call: NodeCall,
): Extract<InterruptAnswer, { kind: K }> {
  const answer = runtime.ask(question, call)
  const issues = answerIssues(question, answer)
  // Without issues it answers this kind of question.
  if (issues.length === 0) return answer as Extract<InterruptAnswer, { kind: K }>
  const [node = ''] = call.path.split('/')
  const message = `The answer to \`${node}\` does not match its question: ${describeIssues(issues)}`
  throw new NodeFailure('INVALID_INPUT', message, { node })
}
