import type { TraceSource } from '@lathe/contract'

/** What Lathe knows of a trace and its spans do not say. */
export type TraceContext = {
  runId?: string | null
  agentId?: string | null
  /** Null when the draft ran. */
  version?: number | null
  threadId?: string | null
  source?: TraceSource
  projectId?: string | null
  environment?: string
  /** Microseconds that the run has waited for a human. */
  waited?: number
  /** The first words of the input; without one the root's name. */
  title?: string | null
  /** That were given to the trace, beside those of its root; they join what it has. */
  ownTags?: readonly string[]
}
