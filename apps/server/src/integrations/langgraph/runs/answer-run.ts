import type { Json } from '@lathe/contract'
import { checkAnswers } from '../../../runs/start/check-answers.ts'
import { resumeRun } from '../../../runs/api/runs.store.ts'
import { refuseSteering } from '../../../runs/start/steering.ts'
import type { Context } from '../../../api/context.ts'
import { invalidInputs, refusal } from '../../../platform/http/errors.ts'
import { findDocumentOf } from '../threads/documents.ts'
import { toAnswers } from '../wire/answers.ts'
import type { Begun } from './begin-run.ts'
import { breakpointsOf } from './breakpoints.ts'
import type { RunBody } from './run-body.ts'
import type { RunRecord } from './run-row.ts'

/** The answer a request carries. A breakpoint asks nothing: going on without an input passes it. */
export function resumeOf({ command, input }: RunBody, paused: RunRecord | null): Json | undefined {
  if (command?.resume !== undefined) return command.resume
  const isBreakpoint = paused?.interrupts.every(({ kind }) => kind === 'breakpoint') === true
  return isBreakpoint && (input === undefined || input === null) ? {} : undefined
}

/** Lets a paused run go on with what was answered. */
export async function answerRun(
  context: Context,
  paused: RunRecord,
  body: RunBody,
  resume: Json,
): Promise<Begun> {
  const { db, workspaceId, executor } = context
  const { id: runId, threadId, agentId, lastSeq: after } = paused
  const answers = toAnswers(paused.interrupts, resume)
  const issues = checkAnswers(paused.interrupts, answers)
  if (issues.length > 0) throw invalidInputs(issues)
  const document = await findDocumentOf(db, workspaceId, runId)
  if (!document) throw new Error(`the graph of run ${runId} is gone`)
  // In LangGraph breakpoints are of one call: what goes on has those it comes with, or none.
  const steering = breakpointsOf(body, document)
  refuseSteering(document, steering)
  const isQueued = await resumeRun(db, workspaceId, paused, answers, steering)
  if (!isQueued) throw refusal(409, 'CONFLICT', 'The run does not wait for this any more')
  executor.wake()
  return { runId, threadId, document, agentId, isFirst: false, forkedFrom: null, after }
}
