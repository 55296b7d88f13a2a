const NUMBER = /^\d+(\.\d+)?$/
/** `Date.parse` also makes dates of what is none: of `-5`, the first of May. */
const HTTP_DATE = /^[A-Z][a-z]{2,8},? /

/**
 * Milliseconds a provider asks to wait, from its headers: seconds, an HTTP date, or milliseconds. Undefined
 * when it asks for nothing that makes sense.
 */
export function retryAfterMs(headers: Headers, now = Date.now()): number | undefined {
  const exact = headers.get('retry-after-ms')?.trim() ?? ''
  if (NUMBER.test(exact)) return Math.round(Number(exact))
  const value = headers.get('retry-after')?.trim() ?? ''
  if (NUMBER.test(value)) return Math.round(Number(value) * 1_000)
  const at = HTTP_DATE.test(value) ? Date.parse(value) : Number.NaN
  return Number.isFinite(at) ? Math.max(0, Math.round(at - now)) : undefined
}
