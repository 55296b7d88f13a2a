import {
  type Checkpoint,
  type CheckpointPendingWrite,
  type CheckpointTuple,
  maxChannelVersion,
  type SerializerProtocol,
  TASKS,
} from '@langchain/langgraph-checkpoint'
import type { Queries } from '../db.ts'
import { toConfig } from './address.ts'
import { type BlobRow, type CheckpointRow, listBlobs, listWrites, type WriteRow } from './rows.ts'
import { firstVersion } from './versions.ts'

/** Earlier formats stored the `Send` tasks of the next step with the parent's writes. */
const FORMAT_WITH_TASKS = 4

/**
 * Builds a checkpoint tuple from the stored checkpoint, its channel values and its pending writes.
 */
export async function toTuple(
  db: Queries,
  serde: SerializerProtocol,
  row: CheckpointRow,
): Promise<CheckpointTuple> {
  const checkpoint: Checkpoint = await serde.loadsTyped(row.type, row.checkpoint)
  const [blobs, writes, metadata] = await Promise.all([
    listBlobs(db, row, blobVersions(checkpoint)),
    listWrites(db, row, row.checkpoint_id),
    serde.loadsTyped('json', row.metadata),
  ])
  for (const [channel, value] of await load(serde, blobs))
    checkpoint.channel_values[channel] = value

  const { thread_id, checkpoint_ns, checkpoint_id, parent_checkpoint_id: parentId } = row
  if (parentId !== null && checkpoint.v < FORMAT_WITH_TASKS)
    await addPendingSends(checkpoint, await listWrites(db, row, parentId), serde)

  return {
    config: toConfig(thread_id, checkpoint_ns, checkpoint_id),
    checkpoint,
    metadata,
    pendingWrites: await toPendingWrites(serde, writes),
    ...(parentId !== null && { parentConfig: toConfig(thread_id, checkpoint_ns, parentId) }),
  }
}

const blobVersions = ({ channel_versions: versions }: Checkpoint) =>
  Object.entries(versions).map(([channel, version]): [string, string] => [channel, String(version)])

const load = (serde: SerializerProtocol, blobs: BlobRow[]): Promise<[string, unknown][]> =>
  Promise.all(
    blobs.map(async ({ channel, type, value }): Promise<[string, unknown]> => [
      channel,
      await serde.loadsTyped(type, value),
    ]),
  )

const toPendingWrites = (serde: SerializerProtocol, writes: WriteRow[]) =>
  Promise.all(
    writes.map(async ({ task_id, channel, type, value }): Promise<CheckpointPendingWrite> => [
      task_id,
      channel,
      await serde.loadsTyped(type, value),
    ]),
  )

async function addPendingSends(
  checkpoint: Checkpoint,
  parentWrites: WriteRow[],
  serde: SerializerProtocol,
) {
  const sends = parentWrites.filter(({ channel }) => channel === TASKS)
  const loaded = await toPendingWrites(serde, sends)
  const versions = Object.values(checkpoint.channel_versions)
  checkpoint.channel_values[TASKS] = loaded.map(([, , value]) => value)
  checkpoint.channel_versions[TASKS] =
    versions.length > 0 ? maxChannelVersion(...versions) : firstVersion()
}
