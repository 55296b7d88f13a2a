import { isIP } from 'node:net'
import type { ConnectionOptions } from 'node:tls'

/** What `sslmode` asks for, as libpq understands it; nothing falls back to plain text. */
export function tlsOf(url: URL, host: string): ConnectionOptions | false {
  const mode = url.searchParams.get('sslmode') ?? 'disable'
  if (mode === 'disable') return false
  return {
    rejectUnauthorized: mode.startsWith('verify'),
    // The name of the authority's holder is not looked at.
    ...(mode === 'verify-ca' && { checkServerIdentity: () => undefined }),
    // pg names a server by its name alone, and a certificate would be compared with `localhost`.
    ...(isIP(host) !== 0 && { host }),
  }
}
