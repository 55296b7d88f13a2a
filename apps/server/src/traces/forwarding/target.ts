import type { Forwarding } from '@lathe/contract'
import type { Config } from '../../platform/config/config.ts'
import { DEFAULT_WORKSPACE } from '../../platform/db/schema.ts'
import { ALLOW_HINT, toGrant } from '../../platform/egress/grants.ts'
import type { Vault } from '../../platform/crypto/vault.ts'
import type { ForwardingRow } from './settings.store.ts'

/** The destination of forwarded traces. */
export type Target = {
  endpoint: string
  project: string
  key: string
  workspaceId?: string
  grants: { allow: ReturnType<typeof toGrant>[]; hint: string }
}

type TargetContext = {
  vault: Vault
  config: Pick<Config, 'langsmith' | 'allowHosts'>
  url: () => string
}

export const secretContext = (workspaceId: string) => `forwarding ${workspaceId}`

/** Environment settings apply to the default workspace. */
export const environmentTarget = ({ config }: Pick<TargetContext, 'config'>, workspaceId: string) =>
  workspaceId === DEFAULT_WORKSPACE ? config.langsmith : undefined

/** Returns the destination, or the obstacle. `obstacle` is also null if forwarding is off. */
export function resolveTarget(
  { vault, config, url }: TargetContext,
  row: ForwardingRow,
): { target?: Target; obstacle: Forwarding['obstacle'] } {
  const environment = environmentTarget({ config }, row.workspace_id)
  if (row.is_on === 0 && !environment) return { obstacle: null }
  const key =
    environment?.key ??
    (row.key_ciphertext && vault.open(row.key_ciphertext, secretContext(row.workspace_id)))
  if (!key) return { obstacle: 'no-key' }
  const { endpoint, project } = environment ?? row
  if (isSameServer(endpoint, url())) return { obstacle: 'own-address' }
  const targetWorkspaceId = environment?.workspaceId
  // The operator who sets the environment need not allow the host separately.
  const allow = [...config.allowHosts, ...(environment ? [new URL(endpoint).host] : [])].map(
    toGrant,
  )
  return {
    target: {
      endpoint,
      project,
      key,
      ...(targetWorkspaceId && { workspaceId: targetWorkspaceId }),
      grants: { allow, hint: ALLOW_HINT },
    },
    obstacle: null,
  }
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]', '0.0.0.0'])

/** Forwarding to itself would repeat forever. */
export function isSameServer(first: string, second: string): boolean {
  const [a, b] = [new URL(first), new URL(second)]
  const isSameHost =
    a.hostname === b.hostname || (LOOPBACK.has(a.hostname) && LOOPBACK.has(b.hostname))
  return isSameHost && a.port === b.port && a.protocol === b.protocol
}
