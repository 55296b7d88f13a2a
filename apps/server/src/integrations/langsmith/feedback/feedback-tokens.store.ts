import { v4 } from 'uuid'
import type { Context } from '../../../api/context.ts'
import { now } from '../../../platform/time.ts'

type Place = Pick<Context, 'db' | 'workspaceId'>

type Wanted = { spanId: string; key: string; expiresAt: number }

/** Also deletes expired tokens. */
export async function insertTokens({ db, workspaceId }: Place, tokens: readonly Wanted[]) {
  const createdAt = now()
  const rows = tokens.map(({ spanId, key, expiresAt }) => ({
    token: v4(),
    workspace_id: workspaceId,
    span_id: spanId,
    key,
    created_at: createdAt,
    expires_at: expiresAt,
  }))
  await db
    .deleteFrom('feedback_tokens')
    .where('workspace_id', '=', workspaceId)
    .where('expires_at', '<', createdAt)
    .execute()
  await db.insertInto('feedback_tokens').values(rows).execute()
  return rows
}

/** Sorted newest first. */
export const listTokens = async ({ db, workspaceId }: Place, spanId: string) =>
  await db
    .selectFrom('feedback_tokens')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('span_id', '=', spanId)
    .where('expires_at', '>=', now())
    .orderBy('created_at', 'desc')
    .orderBy('token')
    .execute()

export const findToken = async ({ db }: Place, token: string) =>
  await db
    .selectFrom('feedback_tokens')
    .selectAll()
    .where('token', '=', token)
    .where('expires_at', '>=', now())
    .executeTakeFirst()
