import type { IncomingHttpHeaders } from 'node:http'

/** A request as the provider got it; its outcome is filled in when the connection is done with it. */
export type ReceivedRequest = {
  readonly method: string
  /** Below the base URL, such as `/chat/completions`. */
  readonly path: string
  readonly headers: IncomingHttpHeaders
  /** Undefined until parsed, and for a body that is not JSON. */
  body: unknown
  status: number
  /** `left`: the client went away, or was cut off, before the answer was whole. */
  outcome: 'pending' | 'answered' | 'left'
}
