import type { Span, Trace } from '@lathe/contract'
import { useNow } from '../browser/use-now.ts'

/** Long model reasoning and waiting for a person take minutes. */
const SILENT_MS = 10 * 60_000
const REFRESH_MS = 10_000

type ReceivedTrace = Pick<Trace, 'runId' | 'lastReceivedAt'>

/**
 * Whether an external trace received no data for so long that its open spans may never end. The
 * state of Lathe's own runs is known.
 */
export const isSilent = ({ runId, lastReceivedAt }: ReceivedTrace, now: Date): boolean =>
  runId === null && now.getTime() - lastReceivedAt / 1_000 >= SILENT_MS

export const useIsSilent = (trace: ReceivedTrace): boolean => isSilent(trace, useNow(REFRESH_MS))

/** Status of a trace that waits for a person in the program that sent it. */
export const PAUSED_ELSEWHERE = 'Paused by its program'

type SpanState = Pick<Span, 'status'> & Partial<Pick<Span, 'endedAt'>>

/** Label for a span that may never end, or that ended with an interrupt. */
export function spanStatusLabel(
  { status, endedAt = null }: SpanState,
  isTraceSilent: boolean,
): { staticReason?: string; label?: string } {
  if (isTraceSilent && status === 'running') return { staticReason: 'end not reported' }
  return status === 'interrupted' && endedAt !== null ? { label: 'Paused' } : {}
}
