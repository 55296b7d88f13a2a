import { interrupt } from '@langchain/langgraph'
import { InterruptAnswer } from '@lathe/contract'
import { responseSchema } from '@lathe/graph'
import type { NodeCall, Question } from '@lathe/graph/compile'
import { stableIds } from '@lathe/traces'
import { fingerprint } from '../../fetch/fingerprint.ts'
import { toJson } from '../../record/to-json.ts'
import type { TapeKey, NewExchange } from '../../replay/recording.ts'
import { findOnTape } from '../../replay/replay.ts'
import { record } from '../ports.ts'
import { callAddress, getScope, scopeAt } from '../scope.ts'

/**
 * Pauses the first time; when the task runs again it has the answer, which is kept like any other touch. A
 * replay has it from its tape and does not pause.
 */
export function askHuman(question: Question, call: NodeCall): InterruptAnswer {
  const scope = scopeAt(getScope(), call)
  const askedAt = scope.run.clock.now()
  // Only when it is too late changes from run to run.
  const asked = toJson({ ...question, deadlineAt: undefined })
  const key: TapeKey = {
    kind: 'human',
    name: question.kind,
    address: callAddress(scope, 'human', question.kind),
    fingerprint: fingerprint(stableIds()(asked)),
  }
  const kept = keptAnswer(findOnTape(scope.run.replay, key))
  const answer: InterruptAnswer =
    kept ??
    interrupt(
      { ...question, node: scope.node.path, createdAt: askedAt },
      { responseSchema: responseSchema(question) },
    )
  scope.run.recorder.note(scope.span, 'answer', answer)
  record(scope, {
    ...key,
    attempt: 1,
    startedAt: askedAt,
    durationMs: 0,
    error: null,
    touch: { type: 'call', request: asked, result: toJson(answer) },
    ...(kept && { servedBy: 'tape' as const }),
  })
  return answer
}

const keptAnswer = (kept: NewExchange | null): InterruptAnswer | null =>
  kept?.touch.type === 'call' ? InterruptAnswer.parse(kept.touch.result) : null
