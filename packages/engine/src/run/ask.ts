import { interrupt } from '@langchain/langgraph'
import type { InterruptAnswer } from '@lathe/contract'
import type { NodeCall, Question } from '@lathe/graph/compile'
import { fingerprint } from '../fetch/canonical-json.ts'
import { toJson } from '../record/to-json.ts'
import { record } from './ports.ts'
import { callAddress, getScope, scopeAt } from './scope.ts'

/** Pauses the first time; when the task runs again it has the answer, which is kept like any other touch. */
export function askHuman(question: Question, call: NodeCall): InterruptAnswer {
  const scope = scopeAt(getScope(), call)
  const askedAt = scope.run.clock.now()
  const answer: InterruptAnswer = interrupt({
    ...question,
    node: scope.node.path,
    createdAt: askedAt,
  })
  scope.run.recorder.note(scope.span, 'answer', answer)
  // Only when it is too late changes from run to run.
  const asked = toJson({ ...question, deadlineAt: undefined })
  record(scope, {
    kind: 'human',
    name: question.kind,
    address: callAddress(scope, 'human', question.kind),
    fingerprint: fingerprint(asked),
    attempt: 1,
    startedAt: askedAt,
    durationMs: 0,
    error: null,
    touch: { type: 'call', request: asked, result: toJson(answer) },
  })
  return answer
}
