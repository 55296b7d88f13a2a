import type { Grant } from '@lathe/engine'

/** Explains how to allow a private host. */
export const ALLOW_HINT = 'The operator lists the allowed private hosts in LATHE_ALLOW_HOSTS.'

/** Parses `host`, `host:port` or `[::1]:port` of `LATHE_ALLOW_HOSTS`. */
export function toGrant(text: string): Grant {
  const [, host = text, port] = /^(.*?)(?::(\d+))?$/.exec(text) ?? []
  const isOperatorGrant = true
  return port === undefined || isBareIpv6(text)
    ? { host: text, isOperators: isOperatorGrant }
    : { host, port: Number(port), isOperators: isOperatorGrant }
}

const isBareIpv6 = (text: string) => text.split(':').length > 2 && !text.startsWith('[')
