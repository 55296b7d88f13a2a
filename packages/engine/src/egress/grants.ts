/** A host the owner allowed although it is loopback or private; without a port, all its ports. */
export type Grant = { host: string; port?: number }

export type Grants = {
  allow: Grant[]
  /** How the owner allows a host here, for the error that refuses one. */
  hint?: string
}

export const NO_GRANTS: Grants = { allow: [] }

const DEFAULT_HINT =
  'An owner can allow private addresses on the connection or tool that needs this host.'

export const hintOf = ({ hint }: Grants): string => hint ?? DEFAULT_HINT

/** `host` as a URL spells it, brackets of IPv6 included or not. */
export function isGranted({ allow }: Grants, host: string, port: number): boolean {
  const wanted = canonical(host)
  return allow.some(
    (grant) =>
      canonical(grant.host) === wanted && (grant.port === undefined || grant.port === port),
  )
}

/** Same grants, same key: connections are pooled by it. */
export function grantKey({ allow }: Grants): string {
  return allow
    .map(({ host, port }) => `${canonical(host)} ${port ?? '*'}`)
    .sort()
    .join('\n')
}

/** A URL's own spelling of a host: `0x7f.1` and `2130706433` are 127.0.0.1. */
function canonical(host: string): string {
  const bare = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host
  const url = URL.parse(`http://${bare}/`)
  return url ? url.hostname : host.toLowerCase()
}
