import { isEnded } from '@lathe/contract'
import { followEvents, type OpenEvents } from '../../../lib/follow-events.ts'
import type { RunStore } from './run-store.ts'

/** Feeds the store until the run has ended; returns when it ended or was aborted. */
export const followRun = (
  { getState, receive, setLink }: RunStore,
  open: OpenEvents,
  signal: AbortSignal,
): Promise<void> =>
  followEvents({
    open,
    receive,
    setLink,
    signal,
    position: () => {
      const { lastSeq, status } = getState().view
      return { after: lastSeq, isOver: status !== null && isEnded(status) }
    },
  })
