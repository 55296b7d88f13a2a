import { HEADER_MASK, type SqlToolConfig } from '@lathe/contract'
import type { ToolSecrets } from '@lathe/engine'
import type { Vault } from '../platform/crypto/vault.ts'

type Sealed = { config: SqlToolConfig; secrets: Uint8Array | null }

/** Moves the password from the URL to encrypted storage. A mask keeps the stored one. */
export function sealDatabase(
  vault: Vault,
  id: string,
  config: SqlToolConfig,
  stored: ToolSecrets,
): Sealed {
  const { database } = config
  if (database.type === 'sqlite') return { config, secrets: null }
  const url = new URL(database.url)
  const inUrl = decodeURIComponent(url.password)
  const given = inUrl === '' ? database.password : inUrl
  const password = given === HEADER_MASK ? (stored.password ?? '') : given
  url.password = ''
  const masked = { ...database, url: url.href, password: password === '' ? '' : HEADER_MASK }
  const secrets: ToolSecrets = { headers: {}, query: {}, password }
  return {
    config: { ...config, database: masked },
    secrets: password === '' ? null : vault.seal(JSON.stringify(secrets), id),
  }
}

/** Whether an edit would send a stored password to another server or user. */
export function movesPassword({ database: old }: SqlToolConfig, next: SqlToolConfig): boolean {
  const { database } = next
  if (database.type === 'sqlite' || database.password !== HEADER_MASK) return false
  return old.type === 'sqlite' || placeOf(old.url) !== placeOf(database.url)
}

function placeOf(text: string): string {
  const { username, host } = new URL(text)
  return `${username}@${host}`
}
