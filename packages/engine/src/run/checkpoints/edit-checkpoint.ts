import { copyCheckpoint, uuid6 } from '@langchain/langgraph-checkpoint'
import type {
  BaseCheckpointSaver,
  ChannelVersions,
  Checkpoint,
  CheckpointTuple,
} from '@langchain/langgraph-checkpoint'
import type { JsonObject } from '@lathe/contract'
import { abandonedChannels } from '@lathe/graph/compile'

/** Returns a copy of a checkpoint with these channel values, and the new versions of the changed channels. */
export function editCheckpoint(
  saver: BaseCheckpointSaver,
  original: Checkpoint,
  values: Record<string, unknown>,
  step: number,
): { copy: Checkpoint; versions: ChannelVersions | null } {
  const copy = { ...copyCheckpoint(original), id: uuid6(step), ts: new Date().toISOString() }
  const names = Object.keys(values)
  if (names.length === 0) return { copy, versions: null }
  const newest = Object.values(copy.channel_versions).toSorted(compare).at(-1)
  const version = saver.getNextVersion(newest as number | undefined)
  const versions = Object.fromEntries(names.map((name) => [name, version]))
  return {
    copy: {
      ...copy,
      channel_values: { ...copy.channel_values, ...values },
      channel_versions: { ...copy.channel_versions, ...versions },
    },
    versions,
  }
}

/**
 * Ends the pause of a run that is replaced without an answer: saves a checkpoint with the messages of its paused nodes
 * before the next run's input, and returns it. A replay of the next run starts from there as well.
 */
export async function endPause(
  saver: BaseCheckpointSaver,
  paused: CheckpointTuple,
  input: JsonObject,
): Promise<CheckpointTuple> {
  const values = abandonedChannels(paused, input)
  const { config, checkpoint, metadata } = paused
  if (Object.keys(values).length === 0) return paused
  const step = (metadata?.step ?? -1) + 1
  const { copy, versions } = editCheckpoint(saver, checkpoint, values, step)
  const saved = { parents: {}, ...metadata, source: 'update' as const, step }
  await saver.put(config, copy, saved, versions ?? {})
  return {
    checkpoint: copy,
    metadata: saved,
    config: { configurable: { ...config.configurable, checkpoint_id: copy.id } },
    parentConfig: config,
    pendingWrites: [],
  }
}

const compare = (a: number | string, b: number | string) => (a < b ? -1 : a > b ? 1 : 0)
