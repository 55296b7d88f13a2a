import ipaddr from 'ipaddr.js'

/** IPv6 ranges with an IPv4 address in their last four bytes. */
const EMBEDDED_IPV4_RANGES = new Set(['ipv4Mapped', 'rfc6145'])
const GLOBAL_UNICAST: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('2000::'), 3]
/** The well-known NAT64 prefix. */
const NAT64: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('64:ff9b::'), 96]
/** The local NAT64 prefix, which may map to any IPv4 address. */
const LOCAL_NAT64: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse('64:ff9b:1::'), 48]

/**
 * Metadata addresses outside the link-local ranges, where clouds return credentials: Alibaba, Azure
 * and Oracle; AWS and Google over IPv6.
 */
const METADATA = new Set(
  ['100.100.100.200', '168.63.129.16', '192.0.0.192', 'fd00:ec2::254', 'fd20:ce::254'].map(
    (address) => ipaddr.parse(address).toString(),
  ),
)

const METADATA_NAMES = new Set([
  'metadata',
  'metadata.google.internal',
  'metadata.goog',
  'metadata.azure.internal',
  'metadata.azure.com',
  'metadata.tencentyun.com',
  'metadata.packet.net',
  'metadata.platformequinix.com',
  'instance-data',
  'instance-data.ec2.internal',
  'rancher-metadata',
])

/** Whether a host name is one of a cloud metadata service. */
export const isMetadataName = (host: string): boolean =>
  METADATA_NAMES.has(host.toLowerCase().replace(/\.+$/, ''))

/**
 * Returns the kind of an address that needs a grant, such as `loopback`. Null for a public address.
 */
export function refusedKind(address: string): string | null {
  const parsed = parse(address)
  if (!parsed) return 'invalid'
  const guarded = guardedKindOfAddress(parsed)
  if (guarded !== null) return guarded
  return parsed instanceof ipaddr.IPv4 ? refusedIPv4(parsed) : refusedIPv6(parsed)
}

/**
 * Returns `linkLocal` or `metadata` for addresses that grants for private addresses do not open, in
 * any IPv6 notation. Null for others.
 */
export function guardedKind(address: string): string | null {
  const parsed = parse(address)
  return parsed ? guardedKindOfAddress(parsed) : 'invalid'
}

function parse(address: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const withoutZone = address.replace(/%.*$/, '')
  return ipaddr.isValid(withoutZone) ? ipaddr.parse(withoutZone) : undefined
}

function guardedKindOfAddress(address: ipaddr.IPv4 | ipaddr.IPv6): string | null {
  if (METADATA.has(address.toString())) return 'metadata'
  if (address.range() === 'linkLocal') return 'linkLocal'
  if (address instanceof ipaddr.IPv4) return null
  if (address.match(LOCAL_NAT64)) return 'metadata'
  for (const embedded of embeddedIPv4(address)) {
    const kind = guardedKindOfAddress(embedded)
    if (kind !== null) return kind
  }
  return null
}

/**
 * Returns the IPv4 addresses that IPv4-mapped, IPv4-compatible, NAT64, ISATAP, 6to4 and Teredo
 * addresses lead to.
 */
function embeddedIPv4(address: ipaddr.IPv6): ipaddr.IPv4[] {
  const bytes = address.toByteArray()
  const ipv4At = (start: number) => new ipaddr.IPv4(bytes.slice(start, start + 4))
  const range = address.range()
  if (range === '6to4') return [ipv4At(2)]
  if (range === 'teredo')
    return [ipv4At(4), new ipaddr.IPv4(bytes.slice(12).map((byte) => byte ^ 0xff))]
  const isCompatible = bytes.slice(0, 12).every((byte) => byte === 0)
  const isIsatap = bytes[10] === 0x5e && bytes[11] === 0xfe && bytes[9] === 0
  const isCarrier =
    EMBEDDED_IPV4_RANGES.has(range) || address.match(NAT64) || isCompatible || isIsatap
  return isCarrier ? [ipv4At(12)] : []
}

function refusedIPv4(address: ipaddr.IPv4): string | null {
  const range = address.range()
  return range === 'unicast' ? null : range
}

function refusedIPv6(address: ipaddr.IPv6): string | null {
  const range = address.range()
  if (EMBEDDED_IPV4_RANGES.has(range) || address.match(NAT64)) {
    return refusedIPv4(new ipaddr.IPv4(address.toByteArray().slice(12)))
  }
  if (range !== 'unicast') return range
  return address.match(GLOBAL_UNICAST) ? null : 'reserved'
}
