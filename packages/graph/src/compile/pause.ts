import type { InterruptAnswer } from '@lathe/contract'
import { answerIssues } from '../interrupt/answer-issues.ts'
import type { Question } from '../interrupt/question.ts'
import { describeIssues } from '../json-schema/validate.ts'
import { NodeFailure } from './failure.ts'
import type { GraphRuntime, NodeCall } from './runtime.ts'

/** Stops the run here until somebody answers; a node comes through here again from its top. */
export function pause<K extends 'ask' | 'approval'>(
  runtime: GraphRuntime,
  question: Question & { kind: K },
  call: NodeCall,
): Extract<InterruptAnswer, { kind: K }> {
  // LangGraph counts on over retried attempts, which would ask for an answer already given.
  const scratchpad: unknown = call.config.configurable?.['__pregel_scratchpad']
  if ((call.config.executionInfo?.nodeAttempt ?? 1) > 1 && isCounting(scratchpad)) {
    scratchpad.interruptCounter = -1
  }
  const answer = runtime.ask(question, call)
  const issues = answerIssues(question, answer)
  // Without issues it answers this kind of question.
  if (issues.length === 0) return answer as Extract<InterruptAnswer, { kind: K }>
  const [node = ''] = call.path.split('/')
  const message = `The answer to \`${node}\` does not fit what it asked: ${describeIssues(issues)}`
  throw new NodeFailure('INVALID_INPUT', message, { node })
}

function isCounting(value: unknown): value is { interruptCounter: number } {
  return typeof value === 'object' && value !== null && 'interruptCounter' in value
}
