import { isIP } from 'node:net'
import type { ConnectionOptions } from 'node:tls'

/** Returns TLS options for `sslmode`, as libpq interprets it. Never falls back to plain text. */
export function tlsOptions(url: URL, host: string): ConnectionOptions | false {
  const mode = url.searchParams.get('sslmode') ?? 'disable'
  if (mode === 'disable') return false
  return {
    rejectUnauthorized: mode.startsWith('verify'),
    // `verify-ca` ignores the host name.
    ...(mode === 'verify-ca' && { checkServerIdentity: () => undefined }),
    // pg passes host names only, and would compare a certificate with `localhost` for an IP
    // address.
    ...(isIP(host) !== 0 && { host }),
  }
}
