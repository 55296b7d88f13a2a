import { interrupt } from '@langchain/langgraph'
import { InterruptAnswer } from '@lathe/contract'
import { responseSchema } from '@lathe/graph'
import type { NodeCall, Question } from '@lathe/graph/compile'
import { createIdNormalizer } from '@lathe/traces'
import { fingerprint } from '../../fetch/fingerprint.ts'
import { toJson } from '../../record/to-json.ts'
import type { RecordingKey, NewExchange } from '../../replay/recording.ts'
import { findRecorded } from '../../replay/replay.ts'
import { record } from '../ports.ts'
import { callAddress, getScope, scopeAt } from '../scope.ts'

/**
 * Asks a human. The first call pauses the task, and the rerun receives the answer, which is
 * recorded. A replay takes the recorded answer without pausing.
 */
export function askHuman(question: Question, call: NodeCall): InterruptAnswer {
  const scope = scopeAt(getScope(), call)
  const askedAt = scope.run.clock.now()
  // Only the deadline differs between runs.
  const request = toJson({ ...question, deadlineAt: undefined })
  const key: RecordingKey = {
    kind: 'human',
    name: question.kind,
    address: callAddress(scope, 'human', question.kind),
    fingerprint: fingerprint(createIdNormalizer()(request)),
  }
  const recordedAnswer = readRecordedAnswer(findRecorded(scope.run.replay, key))
  const answer: InterruptAnswer =
    recordedAnswer ??
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
    content: { type: 'call', request: request, result: toJson(answer) },
    ...(recordedAnswer && { servedBy: 'recording' as const }),
  })
  return answer
}

const readRecordedAnswer = (recordedAnswer: NewExchange | null): InterruptAnswer | null =>
  recordedAnswer?.content.type === 'call'
    ? InterruptAnswer.parse(recordedAnswer.content.result)
    : null
