import type { Span, Trace } from '@lathe/contract'
import { useNow } from '../browser/use-now.ts'

/** Long model reasoning and waiting for a person take minutes. */
const SILENT_MS = 10 * 60_000
const LOOK_MS = 10_000

type Heard = Pick<Trace, 'runId' | 'lastReceivedAt'>

/**
 * Whether an external trace received no data for so long that its open spans may never end. The
 * state of Lathe's own runs is known.
 */
export const isSilent = ({ runId, lastReceivedAt }: Heard, now: Date): boolean =>
  runId === null && now.getTime() - lastReceivedAt / 1_000 >= SILENT_MS

export const useSilent = (trace: Heard): boolean => isSilent(trace, useNow(LOOK_MS))

/** Status of a trace that waits for a person in the program that sent it. */
export const PAUSED_ELSEWHERE = 'Paused by its program'

type Shown = Pick<Span, 'status'> & Partial<Pick<Span, 'endedAt'>>

/** Label for a span that may never end, or that ended with an interrupt. */
export function stillOf(
  { status, endedAt = null }: Shown,
  isQuiet: boolean,
): { still?: string; word?: string } {
  if (isQuiet && status === 'running') return { still: 'end not reported' }
  return status === 'interrupted' && endedAt !== null ? { word: 'Paused' } : {}
}
