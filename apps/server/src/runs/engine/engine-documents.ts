import { MAX_OPENAPI_LENGTH, type RunError } from '@lathe/contract'
import type * as engineModule from '@lathe/engine'
import type { EgressFetch } from '@lathe/engine'

/** Fetches documents through the egress broker. */
export type Documents = {
  fetch: (
    url: string,
    signal?: AbortSignal,
  ) => Promise<{ ok: true; text: string } | { ok: false; error: RunError }>
  download: (url: string, maxBytes: number, signal?: AbortSignal) => Promise<Download>
}

type Download =
  | { ok: true; bytes: Uint8Array; contentType: string }
  | { ok: false; error: RunError }

const FETCH = { maxBytes: MAX_OPENAPI_LENGTH, timeoutMs: 30_000 }

type Loaded = typeof engineModule & { fetchTools: EgressFetch }

export const createDocuments = (loadEngine: () => Promise<Loaded>): Documents => ({
  fetch: async (url, signal) => {
    const { fetchTools, toLatheError, toRunError } = await loadEngine()
    try {
      const response = await fetchTools(url, { ...FETCH, ...(signal && { signal }) })
      return { ok: true, text: await (await requireOk(response)).text() }
    } catch (error) {
      return { ok: false, error: toRunError(toLatheError(error, errorContext(url))) }
    }
  },
  download: async (url, maxBytes, signal) => {
    const { fetchTools, toLatheError, toRunError } = await loadEngine()
    try {
      const asked = { ...FETCH, maxBytes, ...(signal && { signal }) }
      const response = await requireOk(await fetchTools(url, asked))
      const contentType = response.headers.get('content-type') ?? ''
      return { ok: true, bytes: new Uint8Array(await response.arrayBuffer()), contentType }
    } catch (error) {
      return { ok: false, error: toRunError(toLatheError(error, errorContext(url))) }
    }
  },
})

/** Names the address in errors that belong to no connection. */
const errorContext = (url: string) => ({ connection: { id: '', name: url, baseUrl: url } })

async function requireOk(response: Response): Promise<Response> {
  if (response.ok) return response
  await response.body?.cancel()
  throw new Error(`The address returned ${response.status} ${response.statusText}`)
}
