import { type AlertState, RESOLVE_AFTER_EVALUATIONS } from '@lathe/contract'

export type Standing = { state: AlertState; calm: number }

export type Decision = Standing & { event: 'firing' | 'resolved' | null }

/**
 * Fires at once and resolves only after several calm evaluations, so that a value near the
 * threshold notifies once.
 */
export function decide(
  { state, calm }: Standing,
  value: number | null,
  isBeyond: boolean,
): Decision {
  if (isBeyond) return { state: 'firing', calm: 0, event: state === 'firing' ? null : 'firing' }
  const quiet = value === null ? 'no-data' : 'ok'
  if (state !== 'firing') return { state: quiet, calm: 0, event: null }
  return calm + 1 >= RESOLVE_AFTER_EVALUATIONS
    ? { state: quiet, calm: 0, event: 'resolved' }
    : { state: 'firing', calm: calm + 1, event: null }
}
