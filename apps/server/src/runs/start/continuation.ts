import { type CalledAgents, isEnded, type StartRun } from '@lathe/contract'
import { findAgentId } from '../../agents/find-agent-id.ts'
import { fromJson } from '../../platform/db/json.ts'
import { readGraph } from '../../agents/read-graph.ts'
import { withDocuments } from '../../agents/resolve-agent-calls.ts'
import type { Context } from '../../api/context.ts'
import { invalidInput } from '../../platform/http/errors.ts'
import { findStoppedRun } from '../../threads/thread-state.ts'
import type { RunnableGraph } from './runnable-graph.ts'
import { getRunnable, refuseThread, type StartErrors } from './start-checks.ts'

/** Longest wait for the last checkpoint of a run that was just cancelled. */
const UNWIND_MS = 5_000

type Continuing = Pick<StartRun, 'agent' | 'version'> & { threadId: string }

/** Finds the newest checkpoint of a thread with the graph that stopped there and its title. */
export async function findContinuation(
  context: Context,
  { agent, version, threadId }: Continuing,
  errors: StartErrors,
): Promise<{ graph: RunnableGraph; calledAgents: CalledAgents; title: string }> {
  const { db, workspaceId } = context
  const agentId = await findAgentId(db, workspaceId, agent)
  if (agentId === undefined) throw errors.NO_SUCH_AGENT()
  await refuseThread(context, threadId, agentId, errors)
  await refuseLive(context, threadId, errors)

  const runId = await findStoppedRun(db, workspaceId, threadId)
  const stopped = runId === null ? undefined : await findExecuted(context, runId)
  if (!stopped) throw errors.NOTHING_TO_CONTINUE()
  if (version === undefined) return stopped

  const requestedGraph = await getRunnable(context, agent, version, errors)
  // Checkpoints are only valid for the graph that wrote them.
  if (requestedGraph.hash !== stopped.graph.hash)
    throw invalidInput('version', describeMismatch(stopped.graph))
  return { ...stopped, graph: requestedGraph }
}

const describeMismatch = ({ version }: RunnableGraph) =>
  `its graph differs from the one that stopped on this thread (${version === null ? 'a draft' : `version ${version}`}): leave \`version\` out, or give an \`input\``

/** A cancelled run may still be saving its last steps. */
export async function refuseLive(
  { db, workspaceId, executor }: Context,
  threadId: string,
  errors: StartErrors,
): Promise<void> {
  const last = await db
    .selectFrom('runs')
    .select(['id', 'status'])
    .where('workspace_id', '=', workspaceId)
    .where('thread_id', '=', threadId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last) return
  const { id: runId, status } = last
  if (!isEnded(status)) throw errors.THREAD_BUSY({ data: { runId, status } })
  await executor.waitUntilSettled(runId, AbortSignal.timeout(UNWIND_MS))
}

export async function findExecuted({ db, workspaceId }: Context, runId: string) {
  const row = await db
    .selectFrom('runs as r')
    .innerJoin('graphs as g', (join) =>
      join.onRef('g.hash', '=', 'r.graph_hash').onRef('g.workspace_id', '=', 'r.workspace_id'),
    )
    .select(['r.agent_id', 'r.version', 'r.graph_hash', 'r.title', 'r.called_agents', 'g.document'])
    .where('r.workspace_id', '=', workspaceId)
    .where('r.id', '=', runId)
    .executeTakeFirst()
  if (!row) return undefined
  const { agent_id: agentId, version, graph_hash: hash, title, document } = row
  const calledAgents = await withDocuments(fromJson(row.called_agents), (of) =>
    readGraph(db, workspaceId, of),
  )
  return { title, calledAgents, graph: { agentId, version, hash, document: fromJson(document) } }
}
