import { setTimeout as wait } from 'node:timers/promises'
import type { RunError } from '@lathe/contract'
import { LatheError, toRunError } from '../errors/lathe-error.ts'
import { toLatheError } from '../errors/to-lathe-error.ts'
import { createEgress } from './egress.ts'
import type { Grants } from './grants.ts'
import { findRefusal } from './guarded-connect.ts'

export type Posted = { ok: true; status: number } | { ok: false; error: RunError }

export type PostJson = (
  url: string,
  message: { headers: Record<string, string>; body: string },
  signal?: AbortSignal,
) => Promise<Posted>

export type Poster = {
  post: PostJson
  /** Returns the error with which egress rules refuse an address. Undefined if they allow it. */
  findRefusal: (url: string) => Promise<LatheError | undefined>
  close: () => Promise<void>
}

const TIMEOUT_MS = 10_000
const LOOKUP_TIMEOUT_MS = 2_000
const MAX_BYTES = 64 * 1024
const EXCERPT = 200

/** Creates a client that posts JSON, without the rest of the engine, which takes 100 MB. */
export function createPoster(grants: Grants): Poster {
  const egress = createEgress()
  const fetch = egress.fetch(grants)
  const post: PostJson = async (url, { headers, body }, signal) => {
    const { host } = new URL(url)
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': 'Lathe/0.1', ...headers },
        body,
        // Signed content goes to the named address only.
        redirect: 'manual',
        maxBytes: MAX_BYTES,
        timeoutMs: TIMEOUT_MS,
        ...(signal && { signal }),
      })
      const bodyText = await response.text().catch(() => '')
      if (response.ok) return { ok: true, status: response.status }
      throw statusError(host, response, bodyText)
    } catch (error) {
      const connection = { id: '', name: host, baseUrl: url }
      const { connectionId: _none, ...told } = toRunError(
        toLatheError(error, { connection, timeoutMs: TIMEOUT_MS }),
      )
      return { ok: false, error: told }
    }
  }
  return {
    post,
    findRefusal: (url) =>
      Promise.race([
        findRefusal(new URL(url), grants),
        // A name server that does not answer refuses nothing.
        wait(LOOKUP_TIMEOUT_MS, undefined, { ref: false }),
      ]),
    close: () => egress.close(),
  }
}

function statusError(host: string, { status, statusText }: Response, bodyText: string): LatheError {
  const excerpt = bodyText.replaceAll(/\s+/g, ' ').trim().slice(0, EXCERPT)
  const answer = `${host} answers ${`${status} ${statusText}`.trim()}`
  return new LatheError('BAD_RESPONSE', excerpt ? `${answer}: ${excerpt}` : answer, {
    status,
    retryable: true,
    ...(status >= 300 && status < 400 && { hint: 'Name the address it redirects to.' }),
  })
}
