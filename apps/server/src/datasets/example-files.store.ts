import { createHash } from 'node:crypto'
import type { ExampleFile } from '@lathe/contract'
import type { Queries } from '../platform/db/db.ts'
import type { DatasetRow } from './datasets.store.ts'

/** Finds the first file that never belonged to the dataset. */
export async function findStrange(
  db: Queries,
  datasetId: string,
  files: readonly ExampleFile[],
): Promise<ExampleFile | undefined> {
  if (files.length === 0) return undefined
  const hashes = [...new Set(files.map(({ hash }) => hash))]
  const rows = await db
    .selectFrom('example_files')
    .select('hash')
    .where('dataset_id', '=', datasetId)
    .where('hash', 'in', hashes)
    .execute()
  const known = new Set(rows.map(({ hash }) => hash))
  return files.find(({ hash }) => !known.has(hash))
}

type Sent = { name: string; mimeType: string; body: Uint8Array }

/** Stores a file of the dataset. Its examples refer to it. */
export async function keepFile(
  db: Queries,
  dataset: Pick<DatasetRow, 'id' | 'workspace_id'>,
  { name, mimeType, body }: Sent,
): Promise<ExampleFile> {
  const hash = createHash('sha256').update(mimeType).update('\0').update(body).digest('hex')
  const size = body.length
  await db
    .insertInto('example_files')
    .values({
      workspace_id: dataset.workspace_id,
      dataset_id: dataset.id,
      hash,
      mime_type: mimeType,
      size,
      body,
    })
    .onConflict((conflict) => conflict.columns(['dataset_id', 'hash']).doNothing())
    .execute()
  return { name, mimeType, size, hash }
}

export const findFile = (db: Queries, workspaceId: string, datasetId: string, hash: string) =>
  db
    .selectFrom('example_files')
    .select(['mime_type', 'body'])
    .where('workspace_id', '=', workspaceId)
    .where('dataset_id', '=', datasetId)
    .where('hash', '=', hash)
    .executeTakeFirst()
