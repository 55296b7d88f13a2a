import { HEADER_MASK, type ToolConfig } from '@lathe/contract'
import type { ToolSecrets } from '@lathe/engine'
import type { Vault } from '../platform/crypto/vault.ts'
import { kept, masks, originOf } from './secret-texts.ts'
import { movesPassword, sealDatabase } from './database-secrets.ts'

type Addressed = Extract<ToolConfig, { url: string }>

export const isAddressed = (config: ToolConfig): config is Addressed => 'url' in config

const none: ToolSecrets = { headers: {}, query: {} }

type Sealed = { id: string; secrets: Uint8Array | null }

export function openToolSecrets(vault: Vault, { id, secrets }: Sealed): ToolSecrets {
  if (!secrets) return none
  const opened: ToolSecrets = JSON.parse(vault.open(secrets, id))
  return opened
}

/**
 * Returns settings with masked secrets, and the encrypted secrets. A mask keeps the stored value.
 */
export function sealToolSecrets(
  vault: Vault,
  id: string,
  config: ToolConfig,
  stored: ToolSecrets = none,
): { config: ToolConfig; secrets: Uint8Array | null } {
  if (config.kind === 'sql') return sealDatabase(vault, id, config, stored)
  if (!isAddressed(config)) return { config, secrets: null }
  const headers = kept(config.secretHeaders, stored.headers)
  const query = kept(config.secretQuery, stored.query)
  const masked = { ...config, secretHeaders: masks(headers), secretQuery: masks(query) }
  const isEmpty = Object.keys({ ...headers, ...query }).length === 0
  const secrets: ToolSecrets = { headers, query }
  return { config: masked, secrets: isEmpty ? null : vault.seal(JSON.stringify(secrets), id) }
}

/** Whether an edit would send a stored secret to another host. */
export function movesSecrets(old: ToolConfig, next: ToolConfig): boolean {
  if (old.kind === 'sql' && next.kind === 'sql') return movesPassword(old, next)
  if (!isAddressed(old) || !isAddressed(next)) return false
  if (originOf(old.url) === originOf(next.url)) return false
  const given = [...Object.values(next.secretHeaders), ...Object.values(next.secretQuery)]
  return given.includes(HEADER_MASK)
}
