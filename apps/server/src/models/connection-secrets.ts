import { toJson } from '../platform/db/json.ts'
import type { Vault } from '../platform/crypto/vault.ts'
import type { ConnectionRow } from './connections.store.ts'
import { maskHeaders, splitHeaders, type Headers } from './secret-headers.ts'

export type Secrets = { key: string | null; headers: Headers }

type SecretColumns = Pick<ConnectionRow, 'default_headers' | 'key_ciphertext' | 'key_hint'>

const none: Secrets = { key: null, headers: {} }

export function openSecrets(
  vault: Vault,
  { id, key_ciphertext }: Pick<ConnectionRow, 'id' | 'key_ciphertext'>,
): Secrets {
  if (!key_ciphertext) return none
  const opened: Secrets = JSON.parse(vault.open(key_ciphertext, id))
  return opened
}

/** Returns the columns with the encrypted key and headers. */
export function sealSecrets(
  vault: Vault,
  id: string,
  key: string | null,
  headers: Headers,
  stored: Secrets = none,
): SecretColumns {
  const { plain, secret } = splitHeaders(headers, stored.headers)
  const secrets: Secrets = { key: key || null, headers: secret }
  const isEmpty = secrets.key === null && Object.keys(secret).length === 0
  return {
    default_headers: toJson({ ...plain, ...maskHeaders(Object.keys(secret)) }),
    key_ciphertext: isEmpty ? null : vault.seal(JSON.stringify(secrets), id),
    key_hint: secrets.key === null ? null : hintOf(secrets.key),
  }
}

/** The last four characters, if the key is long enough for that to be safe. */
const hintOf = (key: string): string => (key.length >= 12 ? `…${key.slice(-4)}` : '…')
