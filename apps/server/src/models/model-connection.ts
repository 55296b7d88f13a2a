import type { ModelConnection } from '@lathe/engine'
import type { Context } from '../api/context.ts'
import { openSecrets } from './connection-secrets.ts'
import { findConnection, toConnection, type ConnectionRow } from './connections.store.ts'

type Needs = Pick<
  Context,
  'db' | 'workspaceId' | 'vault' | 'mockProviderUrl' | 'mockProviderKey' | 'log'
>

/** Returns the connection a graph names, ready to use. */
export async function findModelConnection(
  context: Needs,
  name: string,
): Promise<ModelConnection | undefined> {
  const row = await findConnection(context.db, context.workspaceId, { name })
  return row && toModelConnection(context, row)
}

export function toModelConnection(context: Needs, row: ConnectionRow): ModelConnection {
  const { vault, log, mockProviderKey, mockProviderUrl } = context
  const connection = toConnection(row, mockProviderUrl())
  const { key, headers } = openSecrets(vault, row)
  for (const secret of [key, ...Object.values(headers)]) if (secret !== null) log.hideSecret(secret)
  return {
    ...connection,
    secretHeaders: headers,
    secret: () => (connection.isBuiltIn ? mockProviderKey : key),
  }
}
