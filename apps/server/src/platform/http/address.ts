import { isIP } from 'node:net'
import type { Config } from '../config/config.ts'

const EVERYWHERE = new Set(['0.0.0.0', '::'])

/** Where the server is reached; known once it listens. */
export function createAddress({ host, publicUrl }: Pick<Config, 'host' | 'publicUrl'>) {
  let port = 0
  const name = EVERYWHERE.has(host) ? '127.0.0.1' : host
  const own = () => `http://${isIP(name) === 6 ? `[${name}]` : name}:${port}`
  return {
    listensOn: (bound: number) => {
      port = bound
    },
    /** For people. */
    url: () => publicUrl?.origin ?? own(),
    /** For ourselves: past any proxy. */
    mockProviderUrl: () => `${own()}/demo/v1`,
  }
}
