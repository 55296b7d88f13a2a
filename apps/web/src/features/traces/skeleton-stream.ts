import type { SkeletonPart } from '@lathe/contract'
import { api, client } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'

type Parts = AsyncIterable<SkeletonPart>

let begun: { id: string; parts: Promise<Parts>; stop: AbortController } | undefined

export const skeletonKey = (id: string) => api.traces.skeleton.key({ type: 'query', input: { id } })

/** Asks for a trace nobody has read yet while the code of its page still loads. Ends with `unwanted`, unless it was taken. */
export function beginSkeleton(id: string, unwanted: AbortSignal) {
  begun?.stop.abort()
  if (queryClient.getQueryData(skeletonKey(id)) !== undefined) return
  const stop = new AbortController()
  const parts = client.traces.skeleton({ id }, { signal: stop.signal })
  // Whoever takes it hears of it.
  parts.catch(() => undefined)
  const own = { id, parts, stop }
  begun = own
  unwanted.addEventListener('abort', () => {
    if (begun === own) stop.abort()
  })
}

/** The stream begun for this trace, once, or a new one. */
export async function takeSkeleton(id: string, signal: AbortSignal): Promise<Parts> {
  const taken = begun
  if (taken?.id !== id || taken.stop.signal.aborted)
    return await client.traces.skeleton({ id }, { signal })
  begun = undefined
  signal.addEventListener('abort', () => taken.stop.abort())
  return await taken.parts
}
