/** Milliseconds a provider asks to wait, from its headers: seconds, an HTTP date, or milliseconds. */
export function retryAfterMs(headers: Headers, now = Date.now()): number | undefined {
  const exact = Number(headers.get('retry-after-ms') ?? Number.NaN)
  if (Number.isFinite(exact)) return Math.max(0, Math.round(exact))
  const value = headers.get('retry-after')
  if (value === null || value.trim() === '') return undefined
  const seconds = Number(value)
  const ms = Number.isFinite(seconds) ? seconds * 1_000 : Date.parse(value) - now
  return Number.isFinite(ms) ? Math.max(0, Math.round(ms)) : undefined
}
