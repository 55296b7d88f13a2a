import type {
  ChannelVersions,
  Checkpoint,
  SerializerProtocol,
} from '@langchain/langgraph-checkpoint'
import { type BlockBuffer, type BlockList, BLOCKS_FROM } from '../value-blocks/block-buffer.ts'
import { type BlockPlace, readValues, toList } from '../value-blocks/blocks.store.ts'
import { freeUnshared } from '../../process/free-memory.ts'
import type { Queries } from '../db.ts'
import { type JsonText, toJson } from '../json.ts'

/** A serialized value, inline or as blocks. */
type StoredValue = { type: string; value: Uint8Array; blocks: JsonText<BlockList> | null }

type Blob = { channel: string; version: string } & StoredValue

const EMPTY = new Uint8Array()

/** Serializes a value; adds a large one to the buffer as blocks. */
export async function toStored(
  value: unknown,
  serde: SerializerProtocol,
  buffer: BlockBuffer,
): Promise<StoredValue> {
  // The serializer would write a string as the same JSON, which the buffer caches.
  const storedHash = typeof value === 'string' ? buffer.addJson(value) : null
  if (storedHash) return { type: 'json', value: EMPTY, blocks: toJson(storedHash) }
  const [type, bytes] = await serde.dumpsTyped(value)
  if (bytes.length < BLOCKS_FROM) return { type, value: bytes, blocks: null }
  const blocks = toJson(buffer.add(bytes))
  // For other types, `bytes` may be the value itself.
  if (type === 'json') freeUnshared(bytes)
  return { type, value: EMPTY, blocks }
}

/** Loads values that are stored as blocks; omits rows with a missing block. */
export async function withValues<T extends StoredValue>(
  db: Queries,
  blockPlace: BlockPlace,
  rows: readonly T[],
): Promise<T[]> {
  const lists = rows.map(({ blocks }) => toList(blocks))
  if (lists.every((list) => list.length === 0)) return [...rows]
  const valuesByHash = await readValues(db, blockPlace, lists)
  return rows.flatMap((row, index) => {
    if (row.blocks === null) return [row]
    const value = valuesByHash(lists[index] ?? [])
    return value ? [{ ...row, value }] : []
  })
}

/** Returns the values that this checkpoint changed. Empty channels have none. */
export async function changedBlobs(
  { channel_values: values }: Checkpoint,
  newVersions: ChannelVersions,
  serde: SerializerProtocol,
  buffer: BlockBuffer,
): Promise<Blob[]> {
  const changed = Object.entries(newVersions).filter(([channel]) => Object.hasOwn(values, channel))
  return await Promise.all(
    changed.map(async ([channel, version]) => ({
      channel,
      version: String(version),
      ...(await toStored(values[channel], serde, buffer)),
    })),
  )
}

/** Returns the checkpoint as stored. Its channel versions identify the values. */
export const withoutValues = (checkpoint: Checkpoint): Checkpoint => ({
  ...checkpoint,
  channel_values: {},
})
