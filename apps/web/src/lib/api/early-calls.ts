/** A call that `public/first-data.js` made before the app had loaded. */
type EarlyCall = { body: string; response: Promise<Response>; controller: AbortController }

declare global {
  interface Window {
    earlyCalls?: Map<string, EarlyCall>
  }
}

/**
 * Returns the prefetched response of an identical call. The first call to a procedure consumes its
 * prefetch, or aborts it if the input differs.
 */
export async function takeEarlyResponse(request: Request): Promise<Response | undefined> {
  const { pathname } = new URL(request.url)
  const earlyCall = window.earlyCalls?.get(pathname)
  if (!earlyCall) return undefined
  window.earlyCalls?.delete(pathname)
  const isSame = (await request.clone().text()) === earlyCall.body
  if (!isSame || request.signal.aborted) {
    earlyCall.controller.abort()
    return undefined
  }
  request.signal.addEventListener('abort', () => earlyCall.controller.abort())
  return await earlyCall.response.catch(() => undefined)
}
