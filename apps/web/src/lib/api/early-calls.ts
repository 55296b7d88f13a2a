/** A call that `public/first-data.js` made before the app had loaded. */
type AskedEarly = { body: string; answer: Promise<Response>; stop: AbortController }

declare global {
  interface Window {
    askedEarly?: Map<string, AskedEarly>
  }
}

/**
 * Returns the prefetched response of an identical call. The first call to a procedure consumes its
 * prefetch, or aborts it if the input differs.
 */
export async function takeAskedEarly(request: Request): Promise<Response | undefined> {
  const { pathname } = new URL(request.url)
  const asked = window.askedEarly?.get(pathname)
  if (!asked) return undefined
  window.askedEarly?.delete(pathname)
  const isSame = (await request.clone().text()) === asked.body
  if (!isSame || request.signal.aborted) {
    asked.stop.abort()
    return undefined
  }
  request.signal.addEventListener('abort', () => asked.stop.abort())
  return await asked.answer.catch(() => undefined)
}
