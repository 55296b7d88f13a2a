/** How a private host that is refused can be allowed. */
export const ALLOW_HINT =
  'The operator names the private hosts that may be reached in LATHE_ALLOW_HOSTS.'

/** `host`, `host:port`, `[::1]:port`. */
export function toGrant(text: string) {
  const [, host = text, port] = /^(.*?)(?::(\d+))?$/.exec(text) ?? []
  return port === undefined || isBareIpv6(text) ? { host: text } : { host, port: Number(port) }
}

const isBareIpv6 = (text: string) => text.split(':').length > 2 && !text.startsWith('[')
