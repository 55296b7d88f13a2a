import { LIVE_STATUSES } from '@lathe/contract'
import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { type Batch, isEmbedded } from '../atomic.ts'
import type { Queries } from '../db.ts'
import { rowInserter } from '../insert-rows.ts'
import { fromJson, type JsonText } from '../json.ts'
import { packPlain, UnpackedJson, unpackBytes } from '../packed-json.ts'
import type { Schema } from '../schema.ts'
import type { Block, BlockList } from './block-buffer.ts'

/** The thread that owns the blocks: threads share none. */
export type BlockPlace = { workspaceId: string; threadId: string }

const insert = rowInserter('value_blocks', (inserting) =>
  inserting.onConflict((conflict) => conflict.doNothing()),
)

const BATCH_SIZE = 500

/** For `atomic`, in the transaction of the first rows that refer to the blocks. */
export const insertBlocks = (
  db: Queries,
  { workspaceId, threadId }: BlockPlace,
  blocks: readonly Block[],
): Batch =>
  insert(
    db,
    blocks.map(({ hash, data }) => ({
      workspace_id: workspaceId,
      thread_id: threadId,
      hash,
      // Postgres compresses the column itself and can still search it.
      data: isEmbedded(db) ? new UnpackedJson([data]) : packPlain(data),
    })),
  )

/** Reads the blocks of these lists; returns a lookup that joins them, or undefined if a block is missing. */
export async function readValues(
  db: Queries,
  { workspaceId, threadId }: BlockPlace,
  lists: readonly BlockList[],
): Promise<(list: BlockList) => Buffer | undefined> {
  const hashes = [...new Set(lists.flat())]
  const blocks = new Map<string, Uint8Array>()
  for (let start = 0; start < hashes.length; start += BATCH_SIZE) {
    const rows = await db
      .selectFrom('value_blocks')
      .select(['hash', 'data'])
      .where('workspace_id', '=', workspaceId)
      .where('thread_id', '=', threadId)
      .where('hash', 'in', hashes.slice(start, start + BATCH_SIZE))
      .execute()
    for (const { hash, data } of rows) blocks.set(hash, unpackBytes(data))
  }
  return (list) => {
    const parts = list.flatMap((hash) => blocks.get(hash) ?? [])
    return parts.length === list.length ? Buffer.concat(parts) : undefined
  }
}

export const toList = (blocks: JsonText<BlockList> | null): BlockList =>
  blocks === null ? [] : fromJson(blocks)

export type Threads = string | SelectQueryBuilder<Schema, 'runs', { thread_id: string }>

/**
 * Deletes blocks of these threads that no checkpoint and no run event refers to. For `atomic`, after the statements that
 * delete checkpoints or events.
 */
export function deleteUnreferencedBlocks(
  db: Queries,
  workspaceId: string,
  threads: Threads,
): Batch {
  const ids = typeof threads === 'string' ? [threads] : threads
  const deleting = db
    .deleteFrom('value_blocks')
    .where('workspace_id', '=', workspaceId)
    .where('thread_id', 'in', ids).where(sql<SqlBool>`(thread_id, hash) not in (
      ${referencedByCheckpoints(db, workspaceId, threads)}
      union all
      select r.thread_id, ${itemValue(db)} from runs r join run_events e on e.run_id = r.id,
        ${expandList(db, sql`e.blocks`)}
      where r.workspace_id = ${workspaceId} and r.thread_id in ${threadList(threads)}
        and e.blocks is not null
    )`)
  if (isEmbedded(db)) return [deleting]
  // Wait for live runs of the thread: an open transaction may refer to an existing block.
  const unreferenced = db
    .selectFrom('runs')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('thread_id', 'in', ids)
    .where('status', 'in', LIVE_STATUSES)
    .forUpdate()
  return [unreferenced, deleting]
}

/** Selects the thread id and hash of each reference. */
export const referencedByCheckpoints = (
  db: Queries,
  workspaceId: string,
  threads: Threads,
): RawBuilder<unknown> =>
  sql.join(
    (['checkpoint_blobs', 'checkpoint_writes'] as const).map(
      (table) => sql`select c.thread_id, ${itemValue(db)} from ${sql.table(table)} c,
        ${expandList(db, sql`c.blocks`)}
      where c.workspace_id = ${workspaceId} and c.thread_id in ${threadList(threads)}
        and c.blocks is not null`,
    ),
    sql` union all `,
  )

const threadList = (threads: Threads) => (typeof threads === 'string' ? sql`(${threads})` : threads)

/** Expands a list of hashes into rows. */
const expandList = (db: Queries, column: RawBuilder<unknown>) =>
  isEmbedded(db)
    ? sql`json_each(${column}) as item`
    : sql`json_array_elements_text(${column}::json) as item(value)`

/** Has the collation of the hash column. */
const itemValue = (db: Queries) =>
  isEmbedded(db) ? sql`item.value` : sql`item.value collate "C" as value`
