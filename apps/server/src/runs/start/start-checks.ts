import type { RunStatus, RunVersion } from '@lathe/contract'
import { NO_AGENT } from '../../platform/db/tables/runs.ts'
import type { Context } from '../../api/context.ts'
import { invalidInput } from '../../platform/http/errors.ts'
import { findRunnable, type RunnableGraph } from './runnable-graph.ts'

export type StartErrors = {
  NO_SUCH_AGENT: () => Error
  NO_SUCH_VERSION: (options?: { message?: string }) => Error
  NO_SUCH_THREAD: () => Error
  GRAPH_INVALID: (options: { data: { problems: { path: string; message: string }[] } }) => Error
  THREAD_BUSY: (options: { data: { runId: string; status: RunStatus } }) => Error
  NOTHING_TO_CONTINUE: () => Error
  OVERLOADED: (options: { data: { retryAfterMs: number } }) => Error
}

export async function getRunnable(
  { db, workspaceId }: Context,
  agent: string,
  version: RunVersion,
  errors: StartErrors,
): Promise<RunnableGraph> {
  const graph = await findRunnable(db, workspaceId, agent, version)
  if (graph === 'no-agent') throw errors.NO_SUCH_AGENT()
  if (graph !== 'no-version') return graph
  throw version === 'published'
    ? errors.NO_SUCH_VERSION({ message: 'This agent has no published version yet' })
    : errors.NO_SUCH_VERSION()
}

/** A thread's state belongs to the agent that wrote it. */
export async function refuseThread(
  context: Context,
  threadId: string,
  agentId: string,
  errors: StartErrors,
): Promise<void> {
  refuseForeign(await findOwner(context, threadId, errors), agentId)
}

async function findOwner(
  { db, workspaceId }: Context,
  threadId: string,
  errors: StartErrors,
): Promise<string> {
  const thread = await db
    .selectFrom('threads')
    .select('agent_id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', threadId)
    .executeTakeFirst()
  if (!thread) throw errors.NO_SUCH_THREAD()
  return thread.agent_id
}

export function refuseForeign(owner: string, agentId: string): void {
  if (owner !== agentId && owner !== NO_AGENT) {
    throw invalidInput('threadId', 'this thread belongs to another agent')
  }
}
