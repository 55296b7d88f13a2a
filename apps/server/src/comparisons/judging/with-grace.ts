import { DRAINING } from '../../platform/jobs/jobs.ts'

/** A server that stops does not wait for longer. */
const GRACE_MS = 5_000

/**
 * Work whose signal follows `signal`; where a round is only left, what is in flight is finished first: whoever goes on
 * would ask and pay for it again.
 */
export async function withGrace<T>(
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted()
  const own = new AbortController()
  const stop = () => own.abort(signal.reason)
  let grace: NodeJS.Timeout | undefined
  const follow = () => {
    if (signal.reason === DRAINING) grace = setTimeout(stop, GRACE_MS)
    else stop()
  }
  signal.addEventListener('abort', follow, { once: true })
  try {
    return await work(own.signal)
  } finally {
    signal.removeEventListener('abort', follow)
    clearTimeout(grace)
  }
}
