import type { Json, JsonObject } from '@lathe/contract'
import type { NodeCall } from '@lathe/graph/compile'
import { fromRunError, LatheError, toRunError } from '../errors/lathe-error.ts'
import { toLatheError } from '../errors/to-lathe-error.ts'
import { fingerprint } from '../fetch/canonical-json.ts'
import type { ToolDefinition } from '../tools/definition.ts'
import { record } from './ports.ts'
import { taskIdOf } from './run-node.ts'
import { callAddress } from './scope.ts'
import type { Scope } from './scope.ts'
import { askOfWrite } from './unsettled-writes.ts'
import type { WriteEnding, WriteJournal } from './write-journal.ts'

export type Write = {
  tool: ToolDefinition
  args: JsonObject
  at: NodeCall & { toolCallId: string }
}

/**
 * Makes a call that writes at most once, whatever becomes of the process: one whose end is on record gives that,
 * and one that only began is asked about. A call that was stopped in the middle stays begun.
 */
export async function writeOnce(
  journal: WriteJournal,
  scope: Scope,
  write: Write,
  call: () => Promise<Json>,
): Promise<Json> {
  const { run, node } = scope
  const { tool, args, at } = write
  const { runId, threadId, attempt: runAttempt } = run.request
  const key = { threadId, taskId: taskIdOf(at.config), callId: at.toolCallId }
  const attempt = at.config.executionInfo?.nodeAttempt ?? 1
  await run.saves.beforeWriting()
  const known = await journal.begin({ ...key, runId, runAttempt, tool: tool.name }, attempt)
  if (known?.status === 'lost') {
    throw new LatheError('ABORTED', 'Another process has taken the run over')
  }
  if (known?.status === 'begun') {
    return askOfWrite(run, node, tool, args, { ...key, begun: known.begun })
  }
  if (known) return tellKnown(scope, write, known)

  try {
    const result = await call()
    await journal.end(key, { status: 'success', result })
    return result
  } catch (thrown) {
    const isStopped = run.stop !== null || at.config.signal?.aborted === true
    if (!isStopped) {
      await journal.end(key, { status: 'error', error: toRunError(toLatheError(thrown)) })
    }
    throw thrown
  }
}

/** On the tape like any other call: the process that made it may have died before it could say so. */
function tellKnown(scope: Scope, { tool: { name }, args }: Write, known: WriteEnding): Json {
  const error = known.status === 'error' ? known.error : null
  const result = known.status === 'success' ? known.result : null
  record(scope, {
    kind: 'tool',
    name,
    address: callAddress(scope, 'tool', name),
    fingerprint: fingerprint({ tool: name, args }),
    attempt: 1,
    startedAt: scope.run.clock.now(),
    durationMs: 0,
    error,
    touch: { type: 'call', request: args, result },
  })
  if (error) throw fromRunError(error)
  return result
}
