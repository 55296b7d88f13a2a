import type { PayloadJson } from '../payloads/payload-json.ts'

/** Words to look for. A trace is found if spans that were indexed together contain all of them. */
export type TextQuery = {
  text: string
  /** Whether its last word may go on. */
  isPrefix: boolean
  /** Whether its words may stand apart, where that finds more: whoever asks looks at what is found. */
  isLoose?: boolean
}

/** Words of whole payloads. It follows the store a moment behind, and can be made anew from it. */
export type TextIndex = {
  /** Traces that contain all of it, the most recently indexed first; `isCut` when there may be more. */
  find(
    workspaceId: string,
    queries: readonly TextQuery[],
  ): Promise<{ traceIds: string[]; isCut: boolean }>
  /** Which of these traces have such a span, however many others have. */
  among(
    workspaceId: string,
    queries: readonly TextQuery[],
    traceIds: readonly string[],
  ): Promise<string[]>
  /** Whether it was just made, and what is stored is not queued for it yet. */
  isNew(): Promise<boolean>
  /** Something was queued: these spans by this row, where they need not be read again. */
  wake(queued?: Handed): void
  /** Nothing is asked for a while. */
  rest(): void
  /** Resolves when nothing is queued. */
  settled(): Promise<void>
  close(): Promise<void>
}

/** A span as it was just stored, of which nothing was stored before. */
export type BufferedSpan = {
  traceId: string
  spanId: string
  isEnded: boolean
  name: string
  model: string | null
  error: string | null
  payloads: PayloadJson[]
}

/** What a row of the queue stands for; others that it names are read from the store. */
export type Handed = { id: string; spans: BufferedSpan[] }

/** Of spans that wait in memory to be indexed: those that come meanwhile are read from the store in their turn. */
export const BUFFER_BYTES = 16 * 1_024 * 1_024

/** Spans looked at, at most, for one search. */
export const MOST_SPANS = 10_000

/** What is to be read anew: spans, a whole trace, or traces that are gone. */
export type QueuedText = { spans: [string, string][] } | { trace: string } | { deleted: string[] }

/** Of a row's body; a SyntaxError where it is none. */
export function parseQueued(body: string): QueuedText {
  const queued: unknown = JSON.parse(body)
  if (!isQueued(queued)) throw new SyntaxError('It is no row of the queue')
  return queued
}

const isQueued = (given: unknown): given is QueuedText => {
  if (typeof given !== 'object' || given === null) return false
  if ('deleted' in given) return Array.isArray(given.deleted)
  return 'spans' in given
    ? Array.isArray(given.spans)
    : 'trace' in given && typeof given.trace === 'string'
}
