import type { RunnableConfig } from '@langchain/core/runnables'
import {
  BaseCheckpointSaver,
  type ChannelVersions,
  type Checkpoint,
  type CheckpointListOptions,
  type CheckpointMetadata,
  type CheckpointTuple,
  type PendingWrite,
} from '@langchain/langgraph-checkpoint'
import type { RunError } from '@lathe/contract'
import { type ActiveRun, type ActiveRuns, getRun } from '../active-run.ts'
import { endPause } from './edit-checkpoint.ts'

type Failure = Pick<RunError, 'code' | 'message'>

type RunMetadata = CheckpointMetadata & { run_id?: string; first_step?: number }

/** Number of a thread's first step in LangGraph. */
export const BEFORE_INPUT = -2

/**
 * Saves a step only after its spans are stored, because saved steps are not executed again. Marks
 * each checkpoint with its run.
 */
export class RunSaver extends BaseCheckpointSaver {
  readonly #runs: ActiveRuns
  /** Used for versions only, which do not depend on the workspace. */
  readonly #versions: BaseCheckpointSaver

  constructor(runs: ActiveRuns, checkpointer: (workspaceId: string) => BaseCheckpointSaver) {
    super()
    this.#runs = runs
    this.#versions = checkpointer('')
  }

  async getTuple(config: RunnableConfig): Promise<CheckpointTuple | undefined> {
    const run = getRun(this.#runs, config)
    const namespace = getNamespace(config)
    if (isUnsavedThread(run, namespace)) return undefined
    await run.saves.saved(namespace)
    const saved = await run.saver.getTuple(config)
    const input = saved && inputInPlaceOfAnswers(run, config, saved)
    const tuple = saved && input ? await endPause(run.saver, saved, input) : saved
    if (namespace === '') {
      run.firstStep = firstStep(run, tuple)
      run.lastStep = runMetadata(tuple)?.step ?? run.lastStep
    }
    return tuple
  }

  async put(
    config: RunnableConfig,
    checkpoint: Checkpoint,
    metadata: CheckpointMetadata,
    newVersions: ChannelVersions,
  ): Promise<RunnableConfig> {
    const run = getRun(this.#runs, config)
    const { runId: run_id } = run.request
    if (getNamespace(config) === '') run.lastStep = metadata.step
    const runMetadata: RunMetadata = { ...metadata, run_id, first_step: run.firstStep }
    run.saves.add(getNamespace(config), isUrgent(run), () =>
      run.saver.put(config, checkpoint, runMetadata, newVersions),
    )
    return { configurable: { ...config.configurable, checkpoint_id: checkpoint.id } }
  }

  async putWrites(config: RunnableConfig, writes: PendingWrite[], taskId: string): Promise<void> {
    const run = getRun(this.#runs, config)
    run.saves.add(getNamespace(config), isUrgent(run), () =>
      run.saver.putWrites(config, withFailure(writes, run.failures.get(taskId)), taskId),
    )
  }

  async *list(
    config: RunnableConfig,
    options?: CheckpointListOptions,
  ): AsyncGenerator<CheckpointTuple> {
    yield* getRun(this.#runs, config).saver.list(config, options)
  }

  deleteThread(): Promise<void> {
    throw new Error('A run never deletes its thread')
  }

  override getNextVersion(current: number | undefined): number {
    return this.#versions.getNextVersion(current)
  }
}

/** Whether a checkpoint belongs to the run. */
export const belongsTo = (runId: string, tuple: CheckpointTuple | undefined): boolean =>
  runMetadata(tuple)?.run_id === runId

/** Whether a checkpoint is the start of a run, not a result. */
export const isFork = (tuple: CheckpointTuple | undefined): boolean =>
  tuple?.metadata?.source === 'fork' || tuple?.metadata?.source === 'update'

/** Returns the number of supersteps that the run's last checkpoint completes. */
export function stepsTaken(runId: string, tuple: CheckpointTuple | undefined): number {
  const metadata = runMetadata(tuple)
  if (metadata?.run_id !== runId || metadata.first_step === undefined) return 0
  return Math.max(0, (metadata.step ?? 0) - metadata.first_step)
}

function firstStep(run: ActiveRun, tuple: CheckpointTuple | undefined): number {
  const metadata = runMetadata(tuple)
  if (metadata?.run_id === run.request.runId && metadata.first_step !== undefined) {
    return metadata.first_step
  }
  const last = metadata?.step ?? BEFORE_INPUT
  if (run.request.input !== null) return last + 2
  // A resumed step has no input step before it.
  return metadata?.source === 'input' ? last + 1 : last
}

/**
 * The input of a run that starts on a thread where another run may wait for an answer. A fork starts without the
 * messages of paused nodes.
 */
const inputInPlaceOfAnswers = (
  { request: { runId, input, runOptions: options } }: ActiveRun,
  config: RunnableConfig,
  tuple: CheckpointTuple,
) =>
  getNamespace(config) === '' &&
  config.configurable?.['checkpoint_id'] === undefined &&
  options.checkpoint === undefined &&
  !belongsTo(runId, tuple) &&
  input

/** A paid call must not be repeated, and the end of a run waits for its checkpoints. */
const isUrgent = (run: ActiveRun): boolean => run.isGraphDone || run.recorder.takeUrgentFlag()

/** LangGraph's channel for the error of a task. */
const ERROR = '__error__'

/** A handler that runs only after a pause receives an error with this name and message. */
function withFailure(writes: PendingWrite[], failure: Failure | undefined): PendingWrite[] {
  if (!failure) return writes
  const { code: name, message } = failure
  return writes.map(([channel, value]) => [channel, channel === ERROR ? { name, message } : value])
}

function getNamespace({ configurable }: RunnableConfig): string {
  const namespace: unknown = configurable?.['checkpoint_ns']
  return typeof namespace === 'string' ? namespace : ''
}

/** The thread is new, and the run has saved nothing there. */
const isUnsavedThread = ({ request, saves }: ActiveRun, namespace: string): boolean =>
  request.isNewThread === true && request.start.type === 'input' && !saves.hasSaves(namespace)

const runMetadata = (tuple: CheckpointTuple | undefined): RunMetadata | undefined => tuple?.metadata
