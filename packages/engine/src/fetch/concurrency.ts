import type { CallLine, Fetch, ModelRequest } from './request.ts'
import { readAhead } from './response-body.ts'

/** `places`: as the newest call has them, for a connection's may change. */
type Line = { places: number; busy: number; waiting: (() => void)[] }

/** At most `connection.concurrency` calls at once. */
export const lineOfConnection = ({
  connection: { id, concurrency },
}: ModelRequest): CallLine | null => (concurrency === null ? null : { id, places: concurrency })

/** Of runs that belong together. */
export const lineOfRuns = ({ call }: ModelRequest): CallLine | null => call.scope?.line ?? null

/** No more calls of a line at once than it has places; a call holds its place until its body has come. */
export function createTurnstile(
  lineOf: (request: ModelRequest) => CallLine | null,
): (next: Fetch) => Fetch {
  const lines = new Map<string, Line>()

  return (next) => async (request) => {
    const named = lineOf(request)
    if (!named) return next(request)
    const { id, places } = named
    request.signal?.throwIfAborted()
    const line = lines.get(id) ?? { places, busy: 0, waiting: [] }
    lines.set(id, line)
    line.places = places
    letIn(line)
    const began = performance.now()
    const isFull = line.busy >= places
    await enter(line, request.signal)

    let isInside = true
    const leave = () => {
      if (!isInside) return
      isInside = false
      line.busy--
      letIn(line)
      if (line.busy === 0) lines.delete(id)
    }
    try {
      if (isFull)
        request.call.scope?.onWait({ for: 'concurrency', waitMs: performance.now() - began })
      return readAhead(await next(request), leave)
    } catch (error) {
      leave()
      throw error
    }
  }
}

/** A place that is free goes straight to whoever has waited longest. */
function letIn(line: Line): void {
  while (line.busy < line.places) {
    const next = line.waiting.shift()
    if (!next) return
    line.busy++
    next()
  }
}

async function enter(line: Line, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted()
  if (line.busy < line.places) {
    line.busy++
    return
  }
  await new Promise<void>((resolve, reject) => {
    const go = () => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }
    const stop = () => {
      line.waiting = line.waiting.filter((waiting) => waiting !== go)
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', stop, { once: true })
    line.waiting.push(go)
  })
}
