import type { Json, RunError } from '@lathe/contract'

/** A call is known by LangGraph's task, which keeps its id over a crash, and by its id in there. */
export type WriteCall = {
  runId: string
  /** Which execution of the run this is: one that another process has taken over makes no calls. */
  runAttempt: number
  threadId: string
  taskId: string
  callId: string
  tool: string
}

export type WriteKey = Pick<WriteCall, 'threadId' | 'taskId' | 'callId'>

export type WriteEnding = { status: 'success'; result: Json } | { status: 'error'; error: RunError }

/** What is known of a call that was made before; `begun` counts how often. */
export type WriteKnown = { status: 'begun'; begun: number } | { status: 'lost' } | WriteEnding

/**
 * What is known of calls that write, on record before anything else comes of them: checkpoints are saved
 * later, so they cannot say whether a call that they do not have was made.
 */
export type WriteJournal = {
  /**
   * On record as begun when it resolves with null. Otherwise the call was made before, and this is what came of
   * it; one that failed in an earlier attempt of its node may begin again. `lost` where the run is another process's
   * by now, which is where such a call is settled: nothing is made here.
   */
  begin(call: WriteCall, attempt: number): Promise<WriteKnown | null>
  end(key: WriteKey, ending: WriteEnding): Promise<void>
  /** What a human knows of the call that has begun so many times; null lets it begin once more. */
  settle(key: WriteKey, begun: number, ending: WriteEnding | null): Promise<void>
}
