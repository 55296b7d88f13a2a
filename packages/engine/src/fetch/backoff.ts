import type { LatheError } from '../errors/lathe-error.ts'

const FIRST_MS = 500

export type BackoffSettings = { maxBackoffMs: number; maxRetryAfterMs: number }

/**
 * How long to wait before the next try: what the provider asks for, else twice as long each time,
 * jittered. Null when the provider asks for more than anybody would wait.
 */
export function backoffMs(
  error: LatheError,
  attempt: number,
  { maxBackoffMs, maxRetryAfterMs }: BackoffSettings,
  random = Math.random,
): number | null {
  const asked = error.retryAfterMs
  if (asked !== undefined) return asked <= maxRetryAfterMs ? asked : null
  const longest = Math.min(maxBackoffMs, FIRST_MS * 2 ** (attempt - 1))
  return Math.round(longest * (0.5 + random() / 2))
}
