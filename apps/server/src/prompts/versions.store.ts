import { hash } from 'node:crypto'
import type { Json, PromptMessage, PromptVersion } from '@lathe/contract'
import { orderedJson, promptVariables } from '@lathe/graph'
import type { Selectable } from 'kysely'
import { v7 } from 'uuid'
import { atomic } from '../platform/db/atomic.ts'
import type { Db, Queries } from '../platform/db/db.ts'
import { fromJson, toJson } from '../platform/db/json.ts'
import type { StoredContent } from '../agents/registry-prompts.ts'
import type { PromptVersionsTable } from '../platform/db/tables/prompts.ts'
import { replaceNul } from '../platform/db/replace-nul.ts'
import { now } from '../platform/time.ts'
import { findPrompt } from './prompts.store.ts'

export type VersionRow = Selectable<PromptVersionsTable>

export const selectVersions = (db: Queries, promptId: string) =>
  db
    .selectFrom('prompt_versions')
    .selectAll()
    .where('prompt_id', '=', promptId)
    .orderBy('version', 'desc')

export const hashManifest = (manifest: Json): string => hash('sha256', orderedJson(manifest), 'hex')

/** Undefined if the version is not a list of text messages. */
export function usableMessages({
  content,
}: Pick<VersionRow, 'content'>): PromptMessage[] | undefined {
  const stored = fromJson(content)
  return 'messages' in stored ? stored.messages : undefined
}

const HASH_PREFIX = /^[0-9a-f]{6,64}$/

/** Finds a version by hash or prefix of it. The newest wins. */
export async function findByHash(
  db: Queries,
  promptId: string,
  hash: string,
): Promise<VersionRow | undefined> {
  if (!HASH_PREFIX.test(hash)) return undefined
  return await selectVersions(db, promptId).where('hash', 'like', `${hash}%`).executeTakeFirst()
}

export type NewVersion = {
  manifest: Json
  content: StoredContent
  message: string
  /** The version the caller has read: a newer one is a conflict. */
  base?: number | ((newest: VersionRow | undefined) => boolean) | undefined
}

export type Commit =
  | { type: 'committed'; row: VersionRow; isNew: false }
  | { type: 'committed'; row: VersionRow; isNew: true; before: VersionRow | undefined }
  | { type: 'conflict'; version: number }
  | { type: 'missing' }

/** Commits the next version. Returns the newest one if it is equal. */
export async function commitVersion(
  db: Db,
  workspaceId: string,
  name: string,
  { manifest, content, message, base }: NewVersion,
): Promise<Commit> {
  return await db.portable.exclusively([`prompt/${workspaceId}/${name}`], async (queries) => {
    const prompt = await findPrompt(queries, workspaceId, name)
    if (!prompt) return { type: 'missing' }
    const newest = await selectVersions(queries, prompt.id).limit(1).executeTakeFirst()
    const isBehind =
      typeof base === 'function' ? !base(newest) : base !== undefined && base !== prompt.version
    const own = hashManifest(manifest)
    // Stored hashes ignore the order of schema properties, so compare by the current hash.
    if (newest && hashManifest(fromJson(newest.manifest)) === own) {
      return { type: 'committed', row: newest, isNew: false }
    }
    if (isBehind) return { type: 'conflict', version: prompt.version }
    const at = now()
    const row: VersionRow = {
      workspace_id: workspaceId,
      prompt_id: prompt.id,
      version: (await lastNumber(queries, workspaceId, name)) + 1,
      id: v7(),
      hash: own,
      manifest: toJson(manifest),
      content: toJson(content),
      message: replaceNul(message),
      created_at: at,
    }
    await atomic(queries, [
      queries.insertInto('prompt_versions').values(row),
      queries
        .updateTable('prompts')
        .set({ version: row.version, updated_at: at })
        .where('id', '=', prompt.id),
    ])
    return { type: 'committed', row, before: newest, isNew: true }
  })
}

/** The highest number of all prompts that ever had the name: numbers are never reused. */
async function lastNumber(db: Queries, workspaceId: string, name: string): Promise<number> {
  const { version } = await db
    .selectFrom('prompts')
    .select(({ fn }) => fn.max('version').as('version'))
    .where('workspace_id', '=', workspaceId)
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return version
}

export function toVersion(row: VersionRow, labels: readonly string[]): PromptVersion {
  const stored = fromJson(row.content)
  const content = 'problem' in stored ? null : stored
  return {
    version: row.version,
    hash: row.hash,
    message: row.message,
    labels: [...labels],
    content,
    problem: 'problem' in stored ? stored.problem : null,
    variables: content ? promptVariables(content.messages) : [],
    createdAt: row.created_at,
  }
}
