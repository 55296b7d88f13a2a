import type { Exchange, RunEventBody, SpanDetail } from '@lathe/contract'

/** One ordered sequence of everything a run does; whoever keeps or shows it comes after. */
export type RunSink = {
  /** Has the run itself stored, and resolves when it is; without it, it is. Nothing is spent before. */
  there?(): Promise<void>
  /** Await this before a node begins: back-pressure for a run that records faster than the store writes. */
  room?(): Promise<void> | undefined
  event(body: RunEventBody): void
  /** Start and end of a span are the same id twice; the newer version wins. */
  span(span: SpanDetail): void
  exchange(exchange: Exchange): void
  /**
   * Resolves when nothing stored from now on can survive a crash without what was handed over so far.
   * Without `atOnce` that may wait for the next regular write.
   */
  ordered(atOnce: boolean): Promise<void>
}
