import { v7 } from 'uuid'
import { api, type Context } from '../api/context.ts'
import { invalidInput } from '../platform/http/errors.ts'
import { isUniqueViolation } from '../platform/db/unique-violation.ts'
import { now } from '../platform/time.ts'
import { changeOf, movesSecrets } from './connection-change.ts'
import { sealSecrets } from './connection-secrets.ts'
import {
  deleteConnection,
  editConnection,
  findConnection,
  insertConnection,
  listConnections,
  toConnection,
  type ConnectionRow,
} from './connections.store.ts'

export const connectionRoutes = {
  connections: api.models.connections.handler(async ({ context }) => {
    const rows = await listConnections(context.db, context.workspaceId)
    return rows.map((row) => toConnection(row, context.mockProviderUrl()))
  }),

  createConnection: api.models.createConnection.handler(async ({ input, context, errors }) => {
    refuseCredentials(input.baseUrl)
    const id = v7()
    const at = now()
    const row = await insertConnection(context.db, {
      id,
      workspace_id: context.workspaceId,
      kind: input.kind,
      name: input.name,
      base_url: input.baseUrl,
      timeout_ms: input.timeoutMs,
      max_retries: input.maxRetries,
      concurrency: input.concurrency,
      api_version: input.apiVersion,
      requests_per_minute: input.requestsPerMinute,
      tokens_per_minute: input.tokensPerMinute,
      allow_private: input.allowPrivate ? 1 : 0,
      is_built_in: 0,
      created_at: at,
      updated_at: at,
      ...sealSecrets(context.vault, id, input.key ?? null, input.defaultHeaders),
    })
    if (!row) throw errors.NAME_TAKEN()
    return toConnection(row, context.mockProviderUrl())
  }),

  editConnection: api.models.editConnection.handler(async ({ input, context, errors }) => {
    if (input.baseUrl !== undefined) refuseCredentials(input.baseUrl)
    try {
      for (;;) {
        const row = await getConnection(context, input.id, errors)
        if (row.is_built_in === 1) refuseMoving(input)
        if (movesSecrets(row, input)) throw errors.KEY_NEEDED()
        const change = changeOf(context.vault, row, input)
        const edited = await editConnection(context.db, row, change)
        if (edited) return toConnection(edited, context.mockProviderUrl())
      }
    } catch (error) {
      throw isUniqueViolation(error) ? errors.NAME_TAKEN() : error
    }
  }),

  deleteConnection: api.models.deleteConnection.handler(async ({ input, context, errors }) => {
    const row = await getConnection(context, input.id, errors)
    if (row.is_built_in === 1) throw errors.BUILT_IN()
    await deleteConnection(context.db, context.workspaceId, row.id)
    return {}
  }),
}

export async function getConnection(
  { db, workspaceId }: Context,
  id: string,
  errors: { NO_SUCH_CONNECTION: () => Error },
): Promise<ConnectionRow> {
  const row = await findConnection(db, workspaceId, { id })
  if (!row) throw errors.NO_SUCH_CONNECTION()
  return row
}

/** URLs are shown and traced, so they must not contain a password. */
function refuseCredentials(baseUrl: string): void {
  const { username, password } = new URL(baseUrl)
  if (username !== '' || password !== '') {
    throw invalidInput('baseUrl', 'enter the key separately, not in the URL')
  }
}

function refuseMoving(input: { name?: unknown; baseUrl?: unknown; kind?: unknown }): void {
  for (const field of ['name', 'baseUrl', 'kind'] as const) {
    if (input[field] !== undefined) {
      throw invalidInput(field, "the demo connection's name, URL and kind cannot be changed")
    }
  }
}
