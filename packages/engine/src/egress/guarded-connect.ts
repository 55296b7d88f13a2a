import { lookup as systemLookup } from 'node:dns'
import { isIP } from 'node:net'
import type { LookupFunction } from 'node:net'
import type { buildConnector } from 'undici'
import { LatheError } from '../errors/lathe-error.ts'
import { guardedKind, isMetadataName, refusedKind } from './address.ts'
import { grantedReach, grantHint } from './grants.ts'
import type { Grants } from './grants.ts'

type Connector = buildConnector.connector
type BuildConnector = (options: buildConnector.BuildOptions) => Connector

const CONNECT_TIMEOUT_MS = 10_000

/**
 * Returns a connector that checks the very address a socket is opened to, so that neither a
 * redirect nor a name that resolves differently the second time bypasses the rules.
 */
export function guardedConnect(
  build: BuildConnector,
  grants: Grants,
  lookup: LookupFunction = systemLookup,
): Connector {
  const options = { timeout: CONNECT_TIMEOUT_MS, allowH2: false, keepAlive: true }
  const connectors = {
    any: build({ ...options, lookup }),
    private: build({ ...options, lookup: permittedLookup(lookup, grants, 'private') }),
    public: build({ ...options, lookup: permittedLookup(lookup, grants, 'public') }),
  }
  return (target, callback) => {
    const { host, reach: granted } = findReach(target, grants)
    const hostRefusal = refusedHost(host, granted, grants)
    if (hostRefusal) return callback(hostRefusal, null)
    return connectors[granted](target, callback)
  }
}

function findReach(
  target: { hostname: string; port?: string | null; protocol: string },
  grants: Grants,
) {
  const host = target.hostname.replace(/^\[|\]$/g, '')
  const port = Number(target.port) || (target.protocol === 'https:' ? 443 : 80)
  return { host, reach: grantedReach(grants, host, port) }
}

/**
 * Returns the error that would refuse a connection to a URL now. Undefined if it is allowed or its
 * name does not resolve.
 */
export async function findRefusal(
  url: URL,
  grants: Grants,
  lookup: LookupFunction = systemLookup,
): Promise<LatheError | undefined> {
  const { host, reach: granted } = findReach(url, grants)
  const hostRefusal = refusedHost(host, granted, grants)
  if (hostRefusal || granted === 'any' || isIP(host)) return hostRefusal
  return await new Promise((resolve) => {
    permittedLookup(lookup, grants, granted)(host, { all: true }, (error) =>
      resolve(error instanceof LatheError ? error : undefined),
    )
  })
}

export type GrantedReach = ReturnType<typeof grantedReach>

const refusedKinds: Record<GrantedReach, (address: string) => string | null> = {
  any: () => null,
  private: guardedKind,
  public: refusedKind,
}

/**
 * Returns the error that refuses a host by its name or address. Undefined if it must be resolved
 * first.
 */
export function refusedHost(
  host: string,
  granted: GrantedReach,
  grants: Grants,
): LatheError | undefined {
  if (granted !== 'any' && isMetadataName(host)) return deniedError(host, 'metadata', grants)
  const kind = isIP(host) ? refusedKinds[granted](host) : null
  return kind === null ? undefined : deniedError(host, kind, grants)
}

/** Returns a lookup that resolves a name to its permitted addresses only. */
export function permittedLookup(
  lookup: LookupFunction,
  grants: Grants,
  granted: GrantedReach,
): LookupFunction {
  const findRefusedKind = refusedKinds[granted]
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, [])
      const addresses = Array.isArray(found) ? found : [{ address: found, family: isIP(found) }]
      const allowedAddresses = addresses.filter(({ address }) => findRefusedKind(address) === null)
      const first = allowedAddresses[0]
      if (!first) {
        const kind = findRefusedKind(addresses[0]?.address ?? '') ?? 'invalid'
        return callback(deniedError(hostname, kind, grants), [])
      }
      if (options.all) callback(null, allowedAddresses)
      else callback(null, first.address, first.family)
    })
  }
}

const KIND_DESCRIPTIONS: Record<string, string> = {
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

/** Returns the `EGRESS_DENIED` error for a host at an address of a kind that has no grant. */
export function deniedError(host: string, kind: string, grants: Grants): LatheError {
  const description = KIND_DESCRIPTIONS[kind] ?? 'an address outside the public internet'
  return new LatheError(
    'EGRESS_DENIED',
    `${host} is ${description}; Lathe does not connect there without permission`,
    {
      hint: grantHint(grants, kind),
      details: { host, kind },
    },
  )
}
