import type { LookupFunction } from 'node:net'
import type * as Undici from 'undici'
import { LatheError } from '../errors/lathe-error.ts'
import { limitBody } from './changed-body.ts'
import { grantKey, type Grants, grantHint, NO_GRANTS } from './grants.ts'
import { guardedConnect } from './guarded-connect.ts'

/** Headers that may follow a redirect to another origin. Any other header may be a secret. */
const CROSS_HOST_HEADERS = new Set(['accept', 'accept-language', 'content-type', 'user-agent'])

export type Hop = { url: URL; method: string; headers: Headers; body: BodyInit | null }

/** Whether an HTTP status is a redirect that fetch follows. */
export const isRedirect = (status: number): boolean => [301, 302, 303, 307, 308].includes(status)

/**
 * Returns the next request of a redirect, like a browser. Only harmless headers follow to another
 * origin.
 */
export function nextHop(hop: Hop, status: number, location: string): Hop {
  const url = new URL(location, hop.url)
  const keepsMethod = status === 307 || status === 308 || ['GET', 'HEAD'].includes(hop.method)
  const headers = new Headers(
    [...hop.headers].filter(([name]) => {
      if (url.origin !== hop.url.origin && !CROSS_HOST_HEADERS.has(name)) return false
      return keepsMethod || !name.startsWith('content-')
    }),
  )
  return keepsMethod ? { ...hop, url, headers } : { url, method: 'GET', headers, body: null }
}

export type EgressInit = RequestInit & {
  /** Maximum size of the decompressed body. */
  maxBytes?: number
  /** Timeout of connecting, redirects and body together. */
  timeoutMs?: number
}

/** Replaces `fetch`, so that clients that accept one go through the egress rules. */
export type EgressFetch = (url: string | URL, init?: EgressInit) => Promise<Response>

export type Egress = {
  /** Cheap: connections are pooled per set of grants, not per call. */
  fetch(grants?: Grants): EgressFetch
  close(): Promise<void>
}

export type EgressSettings = {
  /** Maximum pause within a body before it fails. */
  idleMs?: number
  lookup?: LookupFunction
}

const MAX_HOPS = 10

/** Creates the only access to the network: http and https, and public addresses unless granted. */
export function createEgress({ idleMs = 60_000, lookup }: EgressSettings = {}): Egress {
  const agents = new Map<string, Undici.Agent>()
  // Loaded on first use: undici takes 25 MB that an idle server does not need.
  let undici: Promise<typeof Undici> | undefined

  const send = async (grants: Grants, hop: Hop, init: RequestInit): Promise<Response> => {
    const { Agent, buildConnector, fetch } = await (undici ??= import('undici'))
    const key = grantKey(grants)
    let agent = agents.get(key)
    if (!agent) {
      const connect = guardedConnect(buildConnector, grants, lookup)
      agent = new Agent({
        connect,
        bodyTimeout: idleMs,
        headersTimeout: 0,
        keepAliveTimeout: 30_000,
      })
      agents.set(key, agent)
    }
    const { url, ...rest } = hop
    return asStandardResponse(
      fetch(url, {
        ...asUndiciInit(init),
        ...asUndiciInit(rest),
        redirect: 'manual',
        dispatcher: agent,
      }),
    )
  }

  return {
    fetch:
      (grants = NO_GRANTS) =>
      async (input, { maxBytes, timeoutMs, ...init } = {}) => {
        const signal = deadline(init.signal, timeoutMs)
        let hop = await firstHop(input, init)
        for (let hops = 0; hops <= MAX_HOPS; hops++) {
          checkUrl(hop.url, grants)
          const response = await send(grants, hop, { ...init, signal }).catch(
            rethrowRefusal(grants),
          )
          const location = isRedirect(response.status) ? response.headers.get('location') : null
          if (location === null || init.redirect === 'manual') {
            return maxBytes === undefined
              ? response
              : limitBody(response, maxBytes, () => tooLarge(hop, maxBytes))
          }
          await response.body?.cancel()
          hop = nextHop(hop, response.status, location)
        }
        throw new LatheError('BAD_RESPONSE', `${hop.url.host} redirects without end`)
      },
    async close() {
      await Promise.all([...agents.values()].map((agent) => agent.destroy()))
      agents.clear()
    },
  }
}

async function firstHop(input: string | URL, init: RequestInit): Promise<Hop> {
  const headers = new Headers(init.headers)
  const hop = { url: new URL(input), method: init.method ?? 'GET', headers }
  if (!(init.body instanceof FormData)) return { ...hop, body: init.body ?? null }
  // undici's fetch accepts only undici's FormData.
  const encoded = new Response(init.body)
  headers.set('content-type', encoded.headers.get('content-type') ?? '')
  return { ...hop, body: await encoded.bytes() }
}

const tooLarge = ({ url }: Hop, maxBytes: number) =>
  new LatheError('PAYLOAD_TOO_LARGE', `${url.host} answered with more than ${maxBytes} bytes`, {
    hint: 'Ask for less, or raise the limit on the size of answers.',
  })

function deadline(signal: AbortSignal | null | undefined, timeoutMs: number | undefined) {
  if (timeoutMs === undefined) return signal ?? null
  const timeout = AbortSignal.timeout(timeoutMs)
  return signal ? AbortSignal.any([signal, timeout]) : timeout
}

function checkUrl(url: URL, grants: Grants): void {
  if (url.protocol === 'http:' || url.protocol === 'https:') return
  throw new LatheError('EGRESS_DENIED', `Only http and https are allowed, not ${url.protocol}//`, {
    hint: grantHint(grants),
  })
}

/**
 * The connector's refusal arrives as the cause of fetch's TypeError. Callers with the same grants
 * share a connector but have different hints.
 */
const rethrowRefusal =
  (grants: Grants) =>
  (error: unknown): never => {
    if (!(error instanceof Error && error.cause instanceof LatheError)) throw error
    const { code, message, details } = error.cause
    throw new LatheError(code, message, {
      hint: grantHint(grants, Reflect.get(Object(details), 'kind')),
      ...(details !== undefined && { details }),
    })
  }

/** The cast holds: undici's classes are the ones behind Node's globals. */
const asStandardResponse = (response: unknown): Promise<Response> => response as Promise<Response>

const asUndiciInit = (init: unknown): object => init as object
