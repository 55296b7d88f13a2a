import { isIP } from 'node:net'
import type { Request, RequestHandler } from 'express'
import { refusal } from '../errors.ts'

type GuardOptions = Readonly<{ host: string; publicUrl: URL | undefined }>

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]']

const bracketed = (address: string) => (isIP(address) === 6 ? `[${address}]` : address)

/** `::ffff:10.0.0.1` is how a dual-stack socket names 10.0.0.1. */
const withoutMapping = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '')

const withPort = (name: string, port: number) =>
  port === 80 ? [name, `${name}:80`] : [`${name}:${port}`]

/**
 * Answers only to its own names and to its own pages: a foreign Host means DNS rebinding, a foreign
 * Origin another site's page. Names are checked against the port the connection really came in by.
 */
export function hostGuard({ host, publicUrl }: GuardOptions) {
  const known = new Map<string, Set<string>>()
  const ownHosts = (req: Request): Set<string> => {
    const { localAddress = '', localPort = 0 } = req.socket
    const end = `${localAddress} ${localPort}`
    const hosts = known.get(end) ?? hostsOf(localAddress, localPort)
    known.set(end, hosts)
    return hosts
  }
  const hostsOf = (address: string, port: number): Set<string> => {
    // The address connected to is safe as a name: rebinding needs a name that resolves.
    const names = [...LOOPBACK, bracketed(host), bracketed(withoutMapping(address))]
    const hosts = names.flatMap((name) => withPort(name.toLowerCase(), port))
    return new Set(publicUrl ? [...hosts, publicUrl.host] : hosts)
  }

  /** Whether another site's page sent it. */
  const isForeign = (req: Request): boolean => {
    const { origin } = req.headers
    const isOwn =
      origin === undefined ||
      origin === publicUrl?.origin ||
      (origin.startsWith('http://') && ownHosts(req).has(origin.slice('http://'.length)))
    return !isOwn || isForeignFetch(req)
  }
  const names: RequestHandler = (req, _res, next) => {
    const asked = req.headers.host?.toLowerCase() ?? ''
    if (!ownHosts(req).has(asked)) {
      throw refusal(
        421,
        'FORBIDDEN',
        `This server does not answer to ${asked || 'requests without a name'}; LATHE_PUBLIC_URL gives it another name`,
      )
    }
    next()
  }
  const origins: RequestHandler = (req, _res, next) => {
    if (isForeign(req)) throw refusal(403, 'FORBIDDEN', 'Requests from other sites are refused')
    next()
  }
  return { names, origins, isForeign }
}

/** Browsers say where a request comes from even when they send no Origin; opening a link is fine. */
function isForeignFetch(req: Request): boolean {
  const site = req.get('sec-fetch-site')
  if (site === undefined || site === 'same-origin' || site === 'none') return false
  return !(req.get('sec-fetch-mode') === 'navigate' && req.method === 'GET')
}
