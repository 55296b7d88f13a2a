import { LRUCache } from 'lru-cache'
import type { Db } from '../../platform/db/db.ts'
import type { TraceRow } from './fold-trace.ts'
import { keyOf } from '../../platform/db/payloads/payloads.ts'
import type { SpanRow } from './span-row.ts'

/** Everything stored of a trace except payloads. Spans by `keyOf`. */
export type LiveTrace = { trace: TraceRow; spans: Map<string, SpanRow> }

const MAX_TRACES = 500
const MAX_SPANS = 20_000
const MAX_SPANS_PER_TRACE = 2_000

/**
 * Running traces that this process started, so that their next spans need no reads. Used under the
 * lock of the trace, and only with an embedded database, where no other process writes.
 */
export class LiveTraces {
  readonly #traces = new LRUCache<string, LiveTrace>({
    max: MAX_TRACES,
    maxSize: MAX_SPANS,
    sizeCalculation: ({ spans }) => spans.size + 1,
  })

  readonly #fresh = new LRUCache<string, true>({ max: MAX_TRACES })

  static of(db: Db): LiveTraces | undefined {
    if (db.engine !== 'sqlite') return undefined
    const existing = instances.get(db)
    if (existing) return existing
    const created = new LiveTraces()
    instances.set(db, created)
    return created
  }

  /** Marks a trace as new: nothing of it is stored. */
  markNew(key: string) {
    this.#fresh.set(key, true)
  }

  /** Clears the mark, because the caller is about to write. */
  takeNew(key: string): boolean {
    return this.#fresh.delete(key)
  }

  get(key: string): LiveTrace | undefined {
    return this.#traces.get(key)
  }

  remove(key: string) {
    this.#traces.delete(key)
  }

  /**
   * Updates the cache after spans were written. `isNew`: nothing of the trace was stored before.
   */
  update(key: string, trace: TraceRow, spans: readonly SpanRow[], isNew: boolean) {
    if (trace.ended_at !== null) return this.remove(key)
    const stored = isNew ? new Map<string, SpanRow>() : this.#traces.get(key)?.spans
    if (!stored) return
    for (const span of spans) stored.set(keyOf({ traceId: span.trace_id, id: span.id }), span)
    if (stored.size > MAX_SPANS_PER_TRACE) this.remove(key)
    else this.#traces.set(key, { trace, spans: stored })
  }
}

const instances = new WeakMap<Db, LiveTraces>()
