import type { Grant } from '../../egress/grants.ts'

/** The host of an address, in which no argument stands. */
export function grantOf(address: string): Required<Grant> {
  const [origin = address] = /^https?:\/\/[^/?#]+/.exec(address) ?? []
  const { hostname, port, protocol } = new URL(origin)
  return { host: hostname, port: Number(port) || (protocol === 'https:' ? 443 : 80) }
}
