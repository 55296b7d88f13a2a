import { type AlertState, RESOLVE_AFTER_EVALUATIONS } from '@lathe/contract'

export type EvaluationState = { state: AlertState; calm: number }

export type Decision = EvaluationState & { event: 'firing' | 'resolved' | null }

/**
 * Fires at once and resolves only after several calm evaluations, so that a value near the
 * threshold notifies once.
 */
export function decide(
  { state, calm }: EvaluationState,
  value: number | null,
  isBeyond: boolean,
): Decision {
  if (isBeyond) return { state: 'firing', calm: 0, event: state === 'firing' ? null : 'firing' }
  const quietState = value === null ? 'no-data' : 'ok'
  if (state !== 'firing') return { state: quietState, calm: 0, event: null }
  return calm + 1 >= RESOLVE_AFTER_EVALUATIONS
    ? { state: quietState, calm: 0, event: 'resolved' }
    : { state: 'firing', calm: calm + 1, event: null }
}
