import { isIP } from 'node:net'
import type { Config } from '../config/config.ts'

const ANY_ADDRESS = new Set(['0.0.0.0', '::'])

/** Holds the server's own URLs. The port is known once the server listens. */
export function createAddress({ host, publicUrl }: Pick<Config, 'host' | 'publicUrl'>) {
  let port = 0
  const name = ANY_ADDRESS.has(host) ? '127.0.0.1' : host
  const localUrl = () => `http://${isIP(name) === 6 ? `[${name}]` : name}:${port}`
  return {
    listensOn: (bound: number) => {
      port = bound
    },
    /** The URL for users. */
    url: () => publicUrl?.origin ?? localUrl(),
    /** Bypasses any proxy, for requests of the server to itself. */
    mockProviderUrl: () => `${localUrl()}/demo/v1`,
  }
}
