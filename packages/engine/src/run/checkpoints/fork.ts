import { emptyCheckpoint, uuid6 } from '@langchain/langgraph-checkpoint'
import type { CheckpointTuple } from '@langchain/langgraph-checkpoint'
import type { CheckpointFork } from '@lathe/contract'
import type { CompiledGraph } from '@lathe/graph/compile'
import { LatheError } from '../../errors/lathe-error.ts'
import type { ActiveRun } from '../active-run.ts'
import { editCheckpoint } from './edit-checkpoint.ts'
import { BEFORE_INPUT } from './run-saver.ts'

/**
 * Creates the checkpoint that a forked run starts from: a copy of the forked one, as the newest of
 * its thread. LangGraph's own replay would include the later memory of agents inside the graph.
 */
export async function forkCheckpoint(
  run: ActiveRun,
  graph: CompiledGraph,
  fork: CheckpointFork,
): Promise<void> {
  const { threadId, runId } = run.request
  if (fork.id === null) return putEmpty(run)
  const config = {
    configurable: { thread_id: threadId, checkpoint_ns: '', checkpoint_id: fork.id },
  }
  const tuple = await run.saver.getTuple(config)
  if (!tuple) throw new LatheError('INVALID_INPUT', 'The forked checkpoint no longer exists')
  if (fork.asNode !== undefined) {
    const { values = {}, asNode } = fork
    const update = await graph.writtenBy(asNode, values, tuple.checkpoint.channel_values)
    const forkConfig = { configurable: { ...config.configurable, run_id: runId } }
    await graph.updateState(forkConfig, update, graph.nameOf(asNode))
    await run.saves.done()
    return
  }
  await putCopy(run, tuple, graph.valuesOf(fork.values ?? {}))
}

/** Saves the initial state as the newest checkpoint of a thread. */
async function putEmpty(run: ActiveRun): Promise<void> {
  const { threadId } = run.request
  const config = { configurable: { thread_id: threadId, checkpoint_ns: '' } }
  const checkpoint = { ...emptyCheckpoint(), id: uuid6(BEFORE_INPUT) }
  await run.saver.put(config, checkpoint, { source: 'fork', step: BEFORE_INPUT, parents: {} }, {})
}

/** Saves a copy that triggers the same next nodes. */
async function putCopy(
  run: ActiveRun,
  { config, checkpoint, metadata }: CheckpointTuple,
  values: Record<string, unknown>,
): Promise<void> {
  const { runId: run_id, input, runOptions: options } = run.request
  const step = (metadata?.step ?? -1) + 1
  const { copy, versions } = editCheckpoint(run.saver, checkpoint, values, step)
  const source = versions === null ? 'fork' : 'update'
  run.firstStep = step
  await run.saver.put(
    config,
    copy,
    {
      source,
      step,
      parents: metadata?.parents ?? {},
      // LangGraph ignores input on a checkpoint of the same run.
      ...(input === null && !options.command && { run_id, first_step: step }),
    },
    versions ?? {},
  )
}
