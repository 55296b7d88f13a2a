/**
 * A host that may be reached although its address is loopback or private. Without a port, on all
 * ports. Link-local and cloud metadata addresses need a grant of the operator (LATHE_ALLOW_HOSTS).
 */
export type Grant = { host: string; port?: number; isOperators?: true }

export type Grants = {
  allow: Grant[]
  /** How the owner can allow a host. Shown when a host is refused. */
  hint?: string
}

export const NO_GRANTS: Grants = { allow: [] }

const DEFAULT_HINT =
  'An owner can allow private addresses on the connection or tool that needs this host.'
const OPERATORS_HINT =
  'Only the operator can open link-local and cloud metadata addresses, by naming the host in LATHE_ALLOW_HOSTS.'

/** Returns how a refused address can be allowed, by its kind. */
export const grantHint = ({ hint }: Grants, kind?: unknown): string =>
  kind === 'linkLocal' || kind === 'metadata' ? OPERATORS_HINT : (hint ?? DEFAULT_HINT)

/** Returns which addresses of a host the grants open. The host may be spelled as in a URL. */
export function grantedReach(
  { allow }: Grants,
  host: string,
  port: number,
): 'public' | 'private' | 'any' {
  const grantHost = canonical(host)
  const matching = allow.filter(
    (grant) =>
      canonical(grant.host) === grantHost && (grant.port === undefined || grant.port === port),
  )
  if (matching.some(({ isOperators }) => isOperators)) return 'any'
  return matching.length > 0 ? 'private' : 'public'
}

/** Returns a key that is equal for equal grants. Connections are pooled by it. */
export function grantKey({ allow }: Grants): string {
  return allow
    .map(
      ({ host, port, isOperators }) => `${canonical(host)} ${port ?? '*'} ${isOperators ?? false}`,
    )
    .sort()
    .join('\n')
}

/** Returns a host as a URL spells it: `0x7f.1` and `2130706433` are 127.0.0.1. */
function canonical(host: string): string {
  const hostInUrl = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host
  const url = URL.parse(`http://${hostInUrl}/`)
  return url ? url.hostname : host.toLowerCase()
}

/** Returns the grant for the host and port of an address, whose path may contain placeholders. */
export function toGrant(address: string): Grant {
  const [origin = address] = /^https?:\/\/[^/?#]+/.exec(address) ?? []
  const { hostname, port, protocol } = new URL(origin)
  return { host: hostname, port: Number(port) || (protocol === 'https:' ? 443 : 80) }
}
