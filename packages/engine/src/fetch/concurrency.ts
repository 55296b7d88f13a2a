import type { Fetch } from './request.ts'
import { tapBody } from './tap-body.ts'

type Line = { busy: number; waiting: (() => void)[] }

/** At most `connection.concurrency` calls at once; a call holds its place until its body has ended. */
export function createTurnstile(): (next: Fetch) => Fetch {
  const lines = new Map<string, Line>()

  return (next) => async (request) => {
    const { id, concurrency } = request.connection
    if (concurrency === null) return next(request)
    const line = lines.get(id) ?? { busy: 0, waiting: [] }
    lines.set(id, line)
    const began = performance.now()
    if (line.busy >= concurrency) {
      await enter(line, concurrency, request.signal)
      request.call.scope?.onWait({ for: 'concurrency', waitMs: performance.now() - began })
    } else await enter(line, concurrency, request.signal)

    let isInside = true
    const leave = () => {
      if (isInside) pass(line)
      isInside = false
    }
    try {
      return tapBody(await next(request), { onChunk() {}, onEnd: leave })
    } catch (error) {
      leave()
      throw error
    }
  }
}

/** A place that comes free goes straight to whoever has waited longest. */
function pass(line: Line): void {
  const next = line.waiting.shift()
  if (next) next()
  else line.busy--
}

async function enter(line: Line, places: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted()
  if (line.busy < places) {
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
