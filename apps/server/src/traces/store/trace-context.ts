import type { TraceSource } from '@lathe/contract'

/** Context that Lathe knows about a trace beyond its spans. */
export type TraceContext = {
  runId?: string | null
  agentId?: string | null
  /** Null for a draft. */
  version?: number | null
  threadId?: string | null
  source?: TraceSource
  projectId?: string | null
  environment?: string
  /** Microseconds that the run waited for a human. */
  waitedMicros?: number
  /** The first words of the input. Falls back to the root's name. */
  title?: string | null
  /**
   * Tags of the trace itself, in addition to those of its root. They are merged with stored ones.
   */
  ownTags?: readonly string[]
}
