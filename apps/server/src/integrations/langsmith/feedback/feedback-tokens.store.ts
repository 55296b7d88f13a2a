import { v4 } from 'uuid'
import type { Context } from '../../../api/context.ts'
import { now } from '../../../platform/time.ts'

type TokenContext = Pick<Context, 'db' | 'workspaceId'>

type TokenFields = { spanId: string; key: string; expiresAt: number }

/** Also deletes expired tokens. */
export async function insertTokens(
  { db, workspaceId }: TokenContext,
  tokens: readonly TokenFields[],
) {
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
export const listTokens = async ({ db, workspaceId }: TokenContext, spanId: string) =>
  await db
    .selectFrom('feedback_tokens')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('span_id', '=', spanId)
    .where('expires_at', '>=', now())
    .orderBy('created_at', 'desc')
    .orderBy('token')
    .execute()

export const findToken = async ({ db }: TokenContext, token: string) =>
  await db
    .selectFrom('feedback_tokens')
    .selectAll()
    .where('token', '=', token)
    .where('expires_at', '>=', now())
    .executeTakeFirst()
