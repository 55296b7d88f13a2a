import { lookup as systemLookup } from 'node:dns'
import { isIP } from 'node:net'
import type { LookupFunction } from 'node:net'
import type { buildConnector } from 'undici'
import { LatheError } from '../errors/lathe-error.ts'
import { refusedKind } from './address.ts'
import { hintOf, isGranted } from './grants.ts'
import type { Grants } from './grants.ts'

type Connector = buildConnector.connector
type BuildConnector = (options: buildConnector.BuildOptions) => Connector

const CONNECT_TIMEOUT_MS = 10_000

/**
 * The check sits where the socket is opened, on the very addresses it may be opened to, so neither a
 * redirect nor a name that resolves differently the second time gets past it.
 */
export function guardedConnect(
  build: BuildConnector,
  grants: Grants,
  lookup: LookupFunction = systemLookup,
): Connector {
  const options = { timeout: CONNECT_TIMEOUT_MS, allowH2: false, keepAlive: true }
  const open = build({ ...options, lookup })
  const guarded = build({ ...options, lookup: publicOnly(lookup, grants) })

  return (target, callback) => {
    const host = target.hostname.replace(/^\[|\]$/g, '')
    const port = Number(target.port) || (target.protocol === 'https:' ? 443 : 80)
    if (isGranted(grants, host, port)) return open(target, callback)
    const kind = isIP(host) ? refusedKind(host) : null
    if (kind) return callback(denied(host, kind, grants), null)
    return guarded(target, callback)
  }
}

/** Only the addresses of a name that may be connected to. */
export function publicOnly(lookup: LookupFunction, grants: Grants): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, [])
      const addresses = Array.isArray(found) ? found : [{ address: found, family: isIP(found) }]
      const open = addresses.filter(({ address }) => refusedKind(address) === null)
      const first = open[0]
      if (!first) {
        const kind = refusedKind(addresses[0]?.address ?? '') ?? 'invalid'
        return callback(denied(hostname, kind, grants), [])
      }
      if (options.all) callback(null, open)
      else callback(null, first.address, first.family)
    })
  }
}

const WORDS: Record<string, string> = {
  loopback: 'this machine itself',
  private: 'a private network',
  uniqueLocal: 'a private network',
  carrierGradeNat: 'a private network',
  linkLocal: 'a link-local address, where cloud metadata lives',
  metadata: "a cloud provider's metadata address",
  multicast: 'a multicast address',
  broadcast: 'a broadcast address',
  unspecified: 'an unspecified address',
}

export function denied(host: string, kind: string, grants: Grants): LatheError {
  const where = WORDS[kind] ?? 'an address outside the public internet'
  return new LatheError(
    'EGRESS_DENIED',
    `${host} is ${where}; Lathe does not connect there unasked`,
    {
      hint: hintOf(grants),
      details: { host, kind },
    },
  )
}
