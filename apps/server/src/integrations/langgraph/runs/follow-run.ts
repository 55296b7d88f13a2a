import { isEnded, type RunEvent } from '@lathe/contract'
import { readHistory } from '../../../threads/thread-state.ts'
import type { Context } from '../../../api/context.ts'
import type { RunFacts } from '../stream/run-view.ts'
import { findRunDocument } from '../threads/run-documents.ts'
import { toWireValues } from '../wire/values.ts'
import type { StartedRun } from './begin-run.ts'
import { findRunRecord, type RunRecord } from './run-row.ts'

/** Loads the state before the run, because its events contain only changes. */
export async function loadFacts(
  { db, workspaceId }: Context,
  { runId, threadId, agentId, document, isFirst, forkedFrom }: Omit<StartedRun, 'after'>,
): Promise<RunFacts> {
  const facts = { runId, threadId, agentId, document }
  if (isFirst) return { ...facts, base: {}, baseCheckpointId: null }
  const forkRunId = forkedFrom
    ? (await readHistory(db, workspaceId, threadId, { limit: 0, at: forkedFrom }))[0]
    : await checkpointBefore({ db, workspaceId }, threadId, runId)
  return {
    ...facts,
    base: forkRunId ? toWireValues(document, forkRunId.values) : {},
    baseCheckpointId: forkRunId?.id ?? null,
  }
}

const PAGE = 20

async function checkpointBefore(
  { db, workspaceId }: Pick<Context, 'db' | 'workspaceId'>,
  threadId: string,
  runId: string,
) {
  let forkRunId: string | undefined
  for (;;) {
    const page = await readHistory(db, workspaceId, threadId, { limit: PAGE, before: forkRunId })
    // Run ids sort by time, so later runs are skipped.
    const found = page.find((checkpoint) => checkpoint.runId === null || checkpoint.runId < runId)
    if (found || page.length < PAGE) return found
    forkRunId = page.at(-1)?.id
  }
}

/** The same for a run that another request started. */
export async function loadRunFacts(context: Context, run: RunRecord): Promise<RunFacts> {
  const { db, workspaceId } = context
  const document = await findRunDocument(db, workspaceId, run.id)
  if (!document) throw new Error(`the graph of run ${run.id} is missing`)
  const { id: runId, threadId, agentId, forkedFrom } = run
  // A thread created for a single run has the id of the run.
  const isFirst = threadId === runId
  return loadFacts(context, { runId, threadId, agentId, document, isFirst, forkedFrom })
}

type Following = { runId: string; after: number; signal?: AbortSignal | undefined }

/**
 * Yields all events of a run until it ends, or pauses after the given number. Later events depend
 * on earlier ones.
 */
export async function* followRun(
  { db, workspaceId, executor }: Context,
  { runId, after, signal }: Following,
): AsyncGenerator<RunEvent> {
  const options = { after: 0, until: 'ended' as const, ...(signal && { signal }) }
  for await (const event of executor.events(runId, options)) {
    yield event
    const { body, seq } = event
    if (body.type !== 'status') continue
    if (isEnded(body.status)) return
    if (body.status !== 'interrupted' || seq <= after) continue
    const run = await findRunRecord(db, workspaceId, null, runId)
    if (!run || (run.status === 'interrupted' && run.lastSeq === seq)) return
  }
}
