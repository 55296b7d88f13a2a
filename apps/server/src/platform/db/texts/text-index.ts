import type { PayloadJson } from '../payloads/payload-json.ts'

/** Words to look for. A trace is found if spans that were indexed together contain all of them. */
export type TextQuery = {
  text: string
  /** Whether the last word is a prefix. */
  isPrefix: boolean
  /** Whether the words may be apart. The caller then checks the results for the phrase. */
  isLoose?: boolean
}

/** The full-text index over payloads. It lags the store by a moment, and can be rebuilt from it. */
export type TextIndex = {
  /** Returns the traces that match all queries, last indexed first. `isCut`: there may be more. */
  find(
    workspaceId: string,
    queries: readonly TextQuery[],
  ): Promise<{ traceIds: string[]; isCut: boolean }>
  /** Returns those of `traceIds` that match all queries. */
  among(
    workspaceId: string,
    queries: readonly TextQuery[],
    traceIds: readonly string[],
  ): Promise<string[]>
  /** Whether the index is new, and the stored traces are not queued yet. */
  isNew(): Promise<boolean>
  /** Starts indexing after an insert into the queue. Spans in `queued` are not read from the store again. */
  wake(queued?: BufferedRow): void
  /** Releases caches while the server is idle. */
  rest(): void
  /** Resolves when the queue is empty. */
  settled(): Promise<void>
  close(): Promise<void>
}

/** A new span that was just stored. */
export type BufferedSpan = {
  traceId: string
  spanId: string
  isEnded: boolean
  name: string
  model: string | null
  error: string | null
  payloads: PayloadJson[]
}

/** Spans of a row of the queue. Spans of the row that are not included are read from the store. */
export type BufferedRow = { id: string; spans: BufferedSpan[] }

/** Limit of the spans that wait in memory for indexing. Further spans are read from the store. */
export const BUFFER_BYTES = 16 * 1_024 * 1_024

/** Matching spans that one search returns at most. */
export const MAX_FOUND_SPANS = 10_000

/** Spans, a whole trace, or deleted traces to index again. */
export type QueuedText = { spans: [string, string][] } | { trace: string } | { deleted: string[] }

/** Parses the body of a row of the queue. Throws a SyntaxError if it is invalid. */
export function parseQueued(body: string): QueuedText {
  const queued: unknown = JSON.parse(body)
  if (!isQueued(queued)) throw new SyntaxError('Not a row of the search queue')
  return queued
}

const isQueued = (value: unknown): value is QueuedText => {
  if (typeof value !== 'object' || value === null) return false
  if ('deleted' in value) return Array.isArray(value.deleted)
  return 'spans' in value
    ? Array.isArray(value.spans)
    : 'trace' in value && typeof value.trace === 'string'
}
