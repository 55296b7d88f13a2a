/** What Lathe knows of a trace and its spans do not say; all empty for other programs' traces. */
export type TraceContext = {
  runId?: string | null
  agentId?: string | null
  /** Null when the draft ran. */
  version?: number | null
  threadId?: string | null
  /** The first words of the input; without one the root's name. */
  title?: string | null
}
