import ipaddr from 'ipaddr.js'

/** IPv6 ranges that carry an IPv4 address in their last four bytes. */
const CARRIES_IPV4 = new Set(['ipv4Mapped', 'rfc6145'])
const GLOBAL_UNICAST: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3]
/** The well-known prefix of NAT64; the local one may map anything. */
const NAT64: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('64:ff9b::'), 96]
/** Azure's wire server: a public address that answers with the machine's own secrets. */
const METADATA = new Set(['168.63.129.16'])

/** The kind of address Lathe does not reach on its own, as `loopback`; null for a public one. */
export function refusedKind(address: string): string | null {
  const withoutZone = address.replace(/%.*$/, '')
  if (!ipaddr.isValid(withoutZone)) return 'invalid'
  const parsed = ipaddr.parse(withoutZone)
  return parsed instanceof ipaddr.IPv4 ? refusedIPv4(parsed) : refusedIPv6(parsed)
}

function refusedIPv4(address: ipaddr.IPv4): string | null {
  if (METADATA.has(address.toString())) return 'metadata'
  const range = address.range()
  return range === 'unicast' ? null : range
}

function refusedIPv6(address: ipaddr.IPv6): string | null {
  const range = address.range()
  if (CARRIES_IPV4.has(range) || address.match(NAT64)) {
    return refusedIPv4(new ipaddr.IPv4(address.toByteArray().slice(12)))
  }
  if (range !== 'unicast') return range
  return address.match(GLOBAL_UNICAST) ? null : 'reserved'
}
