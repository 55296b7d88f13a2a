import { isIP } from 'node:net'
import type { Request, RequestHandler } from 'express'
import { refusal } from '../errors.ts'

type GuardOptions = Readonly<{ host: string; publicUrl: URL | undefined }>

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]']

const bracketIpv6 = (address: string) => (isIP(address) === 6 ? `[${address}]` : address)

/** A dual-stack socket reports 10.0.0.1 as `::ffff:10.0.0.1`. */
const withoutMapping = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '')

const withPort = (name: string, port: number) =>
  port === 80 ? [name, `${name}:80`] : [`${name}:${port}`]

/**
 * Rejects requests with a foreign Host header (DNS rebinding) or a foreign Origin header (another
 * site's page). Names are checked with the port of the connection.
 */
export function hostGuard({ host, publicUrl }: GuardOptions) {
  const cache = new Map<string, Set<string>>()
  const listAllowedHosts = (req: Request): Set<string> => {
    const { localAddress = '', localPort = 0 } = req.socket
    const localEnd = `${localAddress} ${localPort}`
    const hosts = cache.get(localEnd) ?? allowedHosts(localAddress, localPort)
    cache.set(localEnd, hosts)
    return hosts
  }
  const allowedHosts = (address: string, port: number): Set<string> => {
    // The connected address is safe: DNS rebinding needs a name that resolves.
    const names = [...LOOPBACK, bracketIpv6(host), bracketIpv6(withoutMapping(address))]
    const hosts = names.flatMap((name) => withPort(name.toLowerCase(), port))
    return new Set(publicUrl ? [...hosts, publicUrl.host] : hosts)
  }

  /** Whether another site's page sent the request. */
  const isForeign = (req: Request): boolean => {
    const { origin } = req.headers
    const isOwnOrigin =
      origin === undefined ||
      origin === publicUrl?.origin ||
      (origin.startsWith('http://') && listAllowedHosts(req).has(origin.slice('http://'.length)))
    return !isOwnOrigin || isForeignFetch(req)
  }
  const names: RequestHandler = (req, _res, next) => {
    const requestHost = req.headers.host?.toLowerCase() ?? ''
    if (!listAllowedHosts(req).has(requestHost)) {
      throw refusal(
        421,
        'FORBIDDEN',
        `This server does not accept the Host header ${requestHost || '(missing)'}. Set LATHE_PUBLIC_URL to allow another host`,
      )
    }
    next()
  }
  const origins: RequestHandler = (req, _res, next) => {
    if (isForeign(req)) throw refusal(403, 'FORBIDDEN', 'Requests from other sites are not allowed')
    next()
  }
  return { names, origins, isForeign }
}

/** Browsers send Sec-Fetch-Site even without an Origin header. Opening a link is allowed. */
function isForeignFetch(req: Request): boolean {
  const site = req.get('sec-fetch-site')
  if (site === undefined || site === 'same-origin' || site === 'none') return false
  return !(req.get('sec-fetch-mode') === 'navigate' && req.method === 'GET')
}
