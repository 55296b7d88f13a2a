import { DatabaseSync } from 'node:sqlite'
import { makeDatabasePrivate } from '../../config/private-files.ts'
import { releaseMemory } from '../sqlite/release-memory.ts'
import { forgetThrough, type PackedSpans, unpackSpans } from './buffered-spans.ts'
import { payloadParts } from '../payloads/payloads.ts'
import { readOrSkip } from './skip-unreadable.ts'
import { phraseMatcher } from './phrase-matcher.ts'
import { textOf } from './span-text.ts'
import type { SpanText } from './span-groups.ts'
import { ENTRIES, openEntries } from './sqlite-entries.ts'
import { payloadReader } from './sqlite-payloads.ts'
import { prepareSearches } from './sqlite-searches.ts'
import { type QueuedText, parseQueued } from './text-index.ts'
import { INDEX_VERSION } from './index-version.ts'

/** Spans that are indexed at a time. A search waits for no more than these. */
const MAX_SPANS = 1_000

/** Limits of one read transaction. While it is open, the log of the store cannot restart. */
const VIEW_SPANS = 100
const VIEW_BYTES = 2 * 1_024 * 1_024

/** Up to this number, looking up each trace is faster than scanning all matches. */
const FEW_TRACES = 200

/**
 * Spans that are read to match a prefix, and further spans for each match. If many spans match, reading is faster than
 * merging the prefix in FTS5.
 */
const READ_FIRST = 50
const READ_FOR_EACH = 5
/** Above this number, skip the payload scan: it would read the whole store. */
const MANY_TRACES = 1_500

/** Pages of deleted entries that are returned to the disk at a time. */
const VACUUM_PAGES = 500

// Synchronous, because the store then deletes the rows from its queue.
const SCHEMA = `
  pragma busy_timeout = 5000;
  pragma page_size = 8192;
  pragma auto_vacuum = incremental;
  pragma journal_mode = wal;
  pragma synchronous = full;
  pragma cache_size = -16384;
${ENTRIES}`

/** Merge segments less often than by default: searches read a few more segments. */
const MERGING = `
  insert into texts (texts, rank) values ('automerge', 16);
  insert into texts (texts, rank) values ('crisismerge', 32);
`

type Row = Record<string, unknown>

export type TraceSearch = {
  workspaceId: string
  match: string
  /** The same query without prefixes. */
  wholeWords: string
  /** The phrase whose last word is a prefix, if it is the only one. */
  prefix: string | undefined
  traceIds: readonly string[]
}

/** Opens the index, which has its own file and is fed from the queue in the store. */
export function openTexts(store: DatabaseSync, file: string) {
  makeDatabasePrivate(file)
  const db = new DatabaseSync(file)
  let isNew = Object.values(db.prepare('pragma user_version').get() ?? {})[0] !== INDEX_VERSION
  if (isNew)
    for (const table of ['docs', 'entries', 'traces', 'texts'])
      db.exec(`drop table if exists ${table}`)
  db.exec(SCHEMA)
  db.exec(MERGING)
  const queue = store.prepare(
    'select id, workspace_id, body from search_queue order by id limit 50',
  )
  const spansWithLimit = store.prepare(
    'select id from spans where workspace_id = ? and trace_id = ? limit ?',
  )
  const spanIds = store.prepare('select id from spans where workspace_id = ? and trace_id = ?')
  const content =
    store.prepare(`select workspace_id, trace_id, id, name, model, error, payload_blocks, payload_bytes,
      ended_at from spans where workspace_id = ? and trace_id = ? and id = ?`)
  const payloads = payloadReader(store)
  const entries = openEntries(db)
  const searches = prepareSearches(db)
  /** Spans in memory, by the id of their row of the queue. */
  const buffered = new Map<string, PackedSpans>()

  /** Reads spans from index `from` on in one transaction: a transaction for each would start with an empty cache. */
  function read(workspaceId: string, spans: readonly [string, string][], from: number) {
    const texts: Text[] = []
    let bytes = 0
    let next = from
    store.exec('begin')
    try {
      payloads.forget()
      for (const [traceId, spanId] of spans.slice(from, from + VIEW_SPANS)) {
        if (bytes > VIEW_BYTES) break
        next++
        const row = content.get(workspaceId, traceId, spanId)
        if (!row) continue
        const text = readOrSkip(`span ${spanId}`, () => readText(row))
        if (text) texts.push(text)
        bytes += Number(row['payload_bytes'])
      }
    } finally {
      store.exec('commit')
    }
    return { texts, next }
  }

  function readText(row: Row): Text {
    const [traceId, spanId] = [String(row['trace_id']), String(row['id'])]
    const blocks = row['payload_blocks']
    const payload = payloads.read(
      String(row['workspace_id']),
      traceId,
      spanId,
      typeof blocks === 'string' ? blocks : null,
    )
    const parts = payloadParts.map((part) => parseJson(payload?.[part]?.toString()))
    return {
      traceId,
      spanId,
      isEnded: row['ended_at'] !== null,
      text: textOf([row['name'], row['model'], parseJson(row['error']), ...parts]),
    }
  }

  /** Reads spans of the traces to match a prefix, while many of them match. */
  function matchByReading(workspaceId: string, prefix = '', traceIds: readonly string[]) {
    const matches = phraseMatcher(prefix)
    payloads.forget()
    const matching: string[] = []
    let left = matches ? READ_FIRST : 0
    const isMatch = (traceId: string) =>
      spansWithLimit.all(workspaceId, traceId, left + 1).some(({ id = null }) => {
        const row = left-- > 0 ? content.get(workspaceId, traceId, id) : undefined
        const text = row && readOrSkip(`span ${String(id)}`, () => readText(row).text)
        return typeof text === 'string' && matches?.(text)
      })
    const end = traceIds.findIndex((traceId) => {
      if (isMatch(traceId)) {
        matching.push(traceId)
        left += READ_FOR_EACH
      }
      return left < 0
    })
    return { matching, unread: end === -1 ? [] : traceIds.slice(end) }
  }

  /** Replaces the words of spans of one trace. Returns the spans that shared an entry with them: they must be read again. */
  function replace(workspaceId: string, traceId: string, ids: readonly string[], texts: Text[]) {
    const isDropped = entries.remove(workspaceId, traceId, ids)
    // A running span changes soon, so it gets its own entry: no other span is read again with it.
    entries.add(
      workspaceId,
      traceId,
      texts.filter(({ isEnded }) => isEnded),
    )
    for (const text of texts) if (!text.isEnded) entries.add(workspaceId, traceId, [text])
    if (!isDropped) return []
    return spanIds
      .all(workspaceId, traceId)
      .map(({ id }) => String(id))
      .filter(isDropped)
  }

  /** Indexes a row of the queue and returns its number of spans. Skips spans in `indexed`, which are up to date. */
  function indexRow(
    workspaceId: string,
    id: string,
    queued: QueuedText,
    indexed: Set<string>,
  ): number {
    if ('deleted' in queued) {
      for (const traceId of queued.deleted) entries.forget(workspaceId, traceId)
      indexed.clear()
      return queued.deleted.length
    }
    const spans: [string, string][] =
      'spans' in queued
        ? queued.spans
        : spanIds.all(workspaceId, queued.trace).map(({ id }) => [queued.trace, String(id)])
    const keyOf = (traceId: string, spanId: string) => `${workspaceId} ${traceId} ${spanId}`
    const bufferedKeys = new Set<string>()
    const bufferedTexts = readOrSkip(`row ${id}`, () => unpackSpans(buffered.get(id))) ?? []
    // A span that was read from the store has newer words.
    const isNewer = ({ traceId, spanId }: Text) => indexed.has(keyOf(traceId, spanId))
    for (const { traceId, spanId } of bufferedTexts) bufferedKeys.add(keyOf(traceId, spanId))
    const unread = spans.filter(([traceId, spanId]) => {
      const key = keyOf(traceId, spanId)
      return !bufferedKeys.has(key) && !indexed.has(key) && indexed.add(key)
    })
    const put = (traceId: string, ids: readonly string[], texts: Text[]) => {
      for (const spanId of replace(workspaceId, traceId, ids, texts)) {
        indexed.add(keyOf(traceId, spanId))
        unread.push([traceId, spanId])
      }
    }
    const fresh = bufferedTexts.filter((text) => !isNewer(text))
    for (const [traceId, texts] of Map.groupBy(fresh, (text) => text.traceId))
      put(
        traceId,
        texts.map(({ spanId }) => spanId),
        texts,
      )
    for (let start = 0; start < unread.length;) {
      const { texts, next } = read(workspaceId, unread, start)
      const some = unread.slice(start, next)
      start = next
      for (const [traceId, ids] of Map.groupBy(some, ([trace]) => trace))
        put(
          traceId,
          // Deleted and damaged spans are removed from the index.
          ids.map(([, spanId]) => spanId),
          texts.filter((text) => text.traceId === traceId),
        )
    }
    return spans.length
  }

  return {
    isNew: () => isNew,
    /** Ends the rebuild: every stored trace is queued. */
    markQueued() {
      db.exec(`pragma user_version = ${INDEX_VERSION}`)
      isNew = false
    },
    /** Keeps the spans of a row of the queue in memory until the row is indexed. */
    buffer: (row: string, spans: PackedSpans) => void buffered.set(row, spans),
    /** Indexes rows of the queue and returns their ids, which the writer of the store then deletes. */
    feed(): { done: string[]; isNew: boolean } {
      const done: string[] = []
      const indexed = new Set<string>()
      let spans = 0
      db.exec('begin')
      try {
        for (const { id, workspace_id, body } of queue.all()) {
          const queued = readOrSkip(String(body), () => parseQueued(String(body)))
          if (queued) spans += indexRow(String(workspace_id), String(id), queued, indexed)
          done.push(String(id))
          if (spans >= MAX_SPANS) break
        }
        db.exec('commit')
        forgetThrough(buffered, done.at(-1))
        db.exec(`pragma incremental_vacuum(${VACUUM_PAGES})`)
      } catch (error) {
        if (db.isTransaction) db.exec('rollback')
        throw error
      }
      return { done, isNew }
    },
    find(workspaceId: string, match: string) {
      const { traceIds, isCut } = searches.newest(workspaceId, match)
      return { traceIds, isCut: isNew || isCut }
    },
    /**
     * Whole words are looked up trace by trace. For a prefix, FTS5 merges the lists of all words that start with it, even
     * to look up one trace. So it runs once, for traces without the whole word. If many words start with the prefix, merging
     * takes long, but reading a few spans finds most matches.
     */
    among({ workspaceId, match, wholeWords, prefix, traceIds }: TraceSearch): string[] {
      const { each, once } = searches
      if (match === wholeWords) return each(workspaceId, match, traceIds)
      if (traceIds.length > MANY_TRACES) return once(workspaceId, match, traceIds)
      const { matching, unread } = matchByReading(workspaceId, prefix, traceIds)
      if (unread.length === 0) return matching
      if (unread.length > FEW_TRACES) return [...matching, ...once(workspaceId, match, unread)]
      const whole = each(workspaceId, wholeWords, unread)
      const others = unread.filter((id) => !whole.includes(id))
      const found = others.length === 0 ? [] : once(workspaceId, match, others)
      return [...matching, ...whole, ...found]
    },
    rest() {
      // Truncates the log on the disk.
      db.exec('pragma wal_checkpoint(truncate)')
      releaseMemory(db)
    },
    close: () => db.close(),
  }
}

type Text = SpanText & { traceId: string; isEnded: boolean }

const parseJson = (json: unknown): unknown => (typeof json === 'string' ? JSON.parse(json) : null)
