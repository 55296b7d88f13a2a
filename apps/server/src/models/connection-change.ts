import { type ConnectionKind, HEADER_MASK } from '@lathe/contract'
import type { Updateable } from 'kysely'
import { fromJson } from '../platform/db/json.ts'
import type { ConnectionsTable } from '../platform/db/tables/models.ts'
import { now } from '../platform/time.ts'
import type { Vault } from '../platform/crypto/vault.ts'
import { openSecrets, sealSecrets } from './connection-secrets.ts'
import type { ConnectionRow } from './connections.store.ts'
import type { Headers } from './secret-headers.ts'

type ConnectionEdit = {
  name?: string | undefined
  baseUrl?: string | undefined
  defaultHeaders?: Headers | undefined
  timeoutMs?: number | null | undefined
  maxRetries?: number | null | undefined
  concurrency?: number | null | undefined
  kind?: ConnectionKind | undefined
  apiVersion?: string | null | undefined
  requestsPerMinute?: number | null | undefined
  tokensPerMinute?: number | null | undefined
  allowPrivate?: boolean | undefined
  /** Null removes the key; undefined keeps it. */
  key?: string | null | undefined
}

/** Whether an edit would send a stored secret to another host. */
export function movesSecrets(row: ConnectionRow, edit: ConnectionEdit): boolean {
  if (edit.baseUrl === undefined) return false
  if (new URL(edit.baseUrl).origin === new URL(row.base_url).origin) return false
  const stored = fromJson(row.default_headers)
  const headers = edit.defaultHeaders ?? stored
  const keepsKey = row.key_hint !== null && edit.key === undefined
  return keepsKey || Object.keys(stored).some((name) => isMasked(stored, name, headers))
}

const isMasked = (stored: Headers, name: string, given: Headers): boolean =>
  stored[name] === HEADER_MASK && given[name] === HEADER_MASK

export function changeOf(
  vault: Vault,
  row: ConnectionRow,
  edit: ConnectionEdit,
): Updateable<ConnectionsTable> {
  return {
    name: edit.name,
    base_url: edit.baseUrl,
    timeout_ms: edit.timeoutMs,
    max_retries: edit.maxRetries,
    concurrency: edit.concurrency,
    kind: edit.kind,
    api_version: edit.apiVersion,
    requests_per_minute: edit.requestsPerMinute,
    tokens_per_minute: edit.tokensPerMinute,
    allow_private: edit.allowPrivate === undefined ? undefined : Number(edit.allowPrivate),
    updated_at: now(),
    ...secretsOf(vault, row, edit),
  }
}

function secretsOf(vault: Vault, row: ConnectionRow, { key, defaultHeaders }: ConnectionEdit) {
  if (key === undefined && defaultHeaders === undefined) return {}
  const stored = openSecrets(vault, row)
  const headers = defaultHeaders ?? fromJson(row.default_headers)
  return sealSecrets(vault, row.id, key === undefined ? stored.key : key, headers, stored)
}
