import type { Grant } from '@lathe/engine'

/** How a private host that is refused can be allowed. */
export const ALLOW_HINT =
  'The operator names the private hosts that may be reached in LATHE_ALLOW_HOSTS.'

/** Reads `host`, `host:port` or `[::1]:port` as a grant of the operator. */
export function toGrant(text: string): Grant {
  const [, host = text, port] = /^(.*?)(?::(\d+))?$/.exec(text) ?? []
  const isOperators = true
  return port === undefined || isBareIpv6(text)
    ? { host: text, isOperators }
    : { host, port: Number(port), isOperators }
}

const isBareIpv6 = (text: string) => text.split(':').length > 2 && !text.startsWith('[')
