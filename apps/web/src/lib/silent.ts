import type { Span, Trace } from '@lathe/contract'
import { useNow } from './use-now.ts'

/** A model that thinks long and a person who is asked take minutes. */
const SILENT_MS = 10 * 60_000
const LOOK_MS = 10_000

type Heard = Pick<Trace, 'runId' | 'heardAt'>

/** Whether another program has said nothing more of a trace for so long that what is open of it may never end; runs of Lathe's own are known to. */
export const isSilent = ({ runId, heardAt }: Heard, now: Date): boolean =>
  runId === null && now.getTime() - heardAt / 1_000 >= SILENT_MS

export const useSilent = (trace: Heard): boolean => isSilent(trace, useNow(LOOK_MS))

/** For the icon of a step nobody speaks of any more: why nothing moves. What has ended stands still of itself. */
export const stillOf = ({ status }: Pick<Span, 'status'>, isQuiet: boolean): { still?: string } =>
  isQuiet && status === 'running' ? { still: 'its end was never told' } : {}
