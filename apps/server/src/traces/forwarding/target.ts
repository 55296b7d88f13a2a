import type { Forwarding } from '@lathe/contract'
import type { Config } from '../../platform/config/config.ts'
import { DEFAULT_WORKSPACE } from '../../platform/db/schema.ts'
import { ALLOW_HINT, toGrant } from '../../platform/egress/grants.ts'
import type { Vault } from '../../platform/crypto/vault.ts'
import type { ForwardingRow } from './settings.store.ts'

/** Where traces go to. */
export type Target = {
  endpoint: string
  project: string
  key: string
  workspaceId?: string
  grants: { allow: ReturnType<typeof toGrant>[]; hint: string }
}

type Surroundings = {
  vault: Vault
  config: Pick<Config, 'langsmith' | 'allowHosts'>
  url: () => string
}

export const sealPlace = (workspaceId: string) => `forwarding ${workspaceId}`

/** What the environment turns on belongs to the workspace that every installation starts with. */
export const environmentOf = ({ config }: Pick<Surroundings, 'config'>, workspaceId: string) =>
  workspaceId === DEFAULT_WORKSPACE ? config.langsmith : undefined

/** Where to send, or why not; `obstacle` is null as well when nothing is to be sent. */
export function targetOf(
  { vault, config, url }: Surroundings,
  row: ForwardingRow,
): { target?: Target; obstacle: Forwarding['obstacle'] } {
  const environment = environmentOf({ config }, row.workspace_id)
  if (row.is_on === 0 && !environment) return { obstacle: null }
  const key =
    environment?.key ??
    (row.key_ciphertext && vault.open(row.key_ciphertext, sealPlace(row.workspace_id)))
  if (!key) return { obstacle: 'no-key' }
  const { endpoint, project } = environment ?? row
  if (isSameServer(endpoint, url())) return { obstacle: 'own-address' }
  const organisation = environment?.workspaceId
  // Whoever sets the environment is the operator, who need not name the host a second time.
  const allow = [...config.allowHosts, ...(environment ? [new URL(endpoint).host] : [])].map(
    toGrant,
  )
  return {
    target: {
      endpoint,
      project,
      key,
      ...(organisation && { workspaceId: organisation }),
      grants: { allow, hint: ALLOW_HINT },
    },
    obstacle: null,
  }
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]', '0.0.0.0'])

/** Sent to itself, every trace would come in again and be sent again. */
export function isSameServer(one: string, other: string): boolean {
  const [a, b] = [new URL(one), new URL(other)]
  const isSameHost =
    a.hostname === b.hostname || (LOOPBACK.has(a.hostname) && LOOPBACK.has(b.hostname))
  return isSameHost && a.port === b.port && a.protocol === b.protocol
}
