import type { CalledAgents, CheckpointFork, StartRun } from '@lathe/contract'
import type { Context } from '../../api/context.ts'
import { invalidInput } from '../../platform/http/errors.ts'
import { findAgentId } from '../../agents/find-agent-id.ts'
import { findCheckpoint } from '../../threads/thread-state.ts'
import { findExecuted, refuseLive } from './continuation.ts'
import type { RunnableGraph } from './runnable-graph.ts'
import { getRunnable, refuseThread, type StartErrors } from './start-checks.ts'

const EMPTY = { runId: null, next: [], hasNext: false }

type Forking = Pick<StartRun, 'agent' | 'version' | 'input' | 'command'> & {
  threadId: string
  checkpoint: CheckpointFork
}

/**
 * Finds an earlier checkpoint of a thread with the graph that saved it, or the requested graph if
 * it has the next nodes.
 */
export async function findFork(
  context: Context,
  { agent, version, input, command, threadId, checkpoint }: Forking,
  errors: StartErrors,
): Promise<{ graph: RunnableGraph; calledAgents: CalledAgents | undefined; title: string }> {
  const { db, workspaceId } = context
  const agentId = await findAgentId(db, workspaceId, agent)
  if (agentId === undefined) throw errors.NO_SUCH_AGENT()
  await refuseThread(context, threadId, agentId, errors)
  await refuseLive(context, threadId, errors)

  if (checkpoint.id === null && input === undefined) {
    throw invalidInput('input', 'is missing: a thread has no state before its first step')
  }
  const found =
    checkpoint.id === null ? EMPTY : await findCheckpoint(db, workspaceId, threadId, checkpoint.id)
  if (!found) throw invalidInput('checkpoint.id', 'this thread has no such checkpoint')
  const executed = found.runId === null ? undefined : await findExecuted(context, found.runId)
  const executedGraph = version === undefined ? executed : undefined
  const graph =
    executedGraph?.graph ?? (await getRunnable(context, agent, version ?? 'published', errors))

  const isContinuing = input === undefined && checkpoint.asNode === undefined && !command
  if (isContinuing && !found.hasNext) throw errors.NOTHING_TO_CONTINUE()
  const { nodeNames } = await import('@lathe/graph/compile')
  const names = nodeNames(graph.document)
  const missing = isContinuing
    ? found.next.find((name) => names.nodePath(name) === undefined)
    : undefined
  if (missing !== undefined) {
    const message = `the next node \`${missing}\` is not in this graph: run the version that has it`
    throw invalidInput('checkpoint.id', message)
  }
  return { graph, calledAgents: executedGraph?.calledAgents, title: executed?.title ?? '' }
}
