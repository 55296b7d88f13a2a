import { DatabaseSync } from 'node:sqlite'
import { closeDatabaseToOthers } from '../../config/close-to-others.ts'
import { rest } from '../sqlite/rest.ts'
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

/** Spans read between two answers, so that a search waits for no more than these. */
const AT_ONCE = 1_000

/** Spans, and bytes of their payloads, that are seen in one view of the store: while one is open, its log only grows. */
const VIEW_SPANS = 100
const VIEW_BYTES = 2 * 1_024 * 1_024

/** Are looked up one by one sooner than all that match is gone through. */
const FEW_TRACES = 200

/** Are read of such traces, and more as long as one of so many has the words: then too many have them to be put together sooner. */
const READ_FIRST = 50
const READ_FOR_EACH = 5
/** Who looks through more than a page and its counts would have the payloads of a whole store read. */
const MANY_TRACES = 1_500

/** Given back to the disk after each time, of what was deleted. */
const PAGES_AT_ONCE = 500

// What is indexed leaves the queue of the store: it is on the disk before, whatever becomes of the power.
const SCHEMA = `
  pragma busy_timeout = 5000;
  pragma page_size = 8192;
  pragma auto_vacuum = incremental;
  pragma journal_mode = wal;
  pragma synchronous = full;
  pragma cache_size = -16384;
${ENTRIES}`

/** What was taken in together is merged with more of its like, so less often: searches read some pieces more. */
const MERGING = `
  insert into texts (texts, rank) values ('automerge', 16);
  insert into texts (texts, rank) values ('crisismerge', 32);
`

type Row = Record<string, unknown>

export type AskedAmong = {
  workspaceId: string
  match: string
  /** The same, of which no word goes on. */
  asItStands: string
  /** What may go on, where that is all that is looked for. */
  goingOn: string | undefined
  traceIds: readonly string[]
}

/** The words of spans in a file of their own, fed from the queue in the store. */
export function openTexts(store: DatabaseSync, file: string) {
  closeDatabaseToOthers(file)
  const db = new DatabaseSync(file)
  const isNew = Object.values(db.prepare('pragma user_version').get() ?? {})[0] !== INDEX_VERSION
  if (isNew)
    for (const table of ['docs', 'entries', 'traces', 'texts'])
      db.exec(`drop table if exists ${table}`)
  db.exec(SCHEMA)
  db.exec(MERGING)
  const queue = store.prepare(
    'select id, workspace_id, body from search_queue order by id limit 50',
  )
  const someSpansOf = store.prepare(
    'select id from spans where workspace_id = ? and trace_id = ? limit ?',
  )
  const spansOf = store.prepare('select id from spans where workspace_id = ? and trace_id = ?')
  const content =
    store.prepare(`select workspace_id, trace_id, id, name, model, error, payload_blocks, payload_bytes,
      ended_at from spans where workspace_id = ? and trace_id = ? and id = ?`)
  const payloads = payloadReader(store)
  const entries = openEntries(db)
  const searches = prepareSearches(db)
  /** By the row of the queue. */
  const handed = new Map<string, PackedSpans>()
  let isFresh = isNew

  /** What is stored of these spans from `from` on, as much as one view shows; a view for each would begin with an empty cache. */
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
        const text = readOrSkip(`span ${spanId}`, () => textIn(row))
        if (text) texts.push(text)
        bytes += Number(row['payload_bytes'])
      }
    } finally {
      store.exec('commit')
    }
    return { texts, next }
  }

  function textIn(row: Row): Text {
    const [traceId, spanId] = [String(row['trace_id']), String(row['id'])]
    const blocks = row['payload_blocks']
    const payload = payloads.read(
      String(row['workspace_id']),
      traceId,
      spanId,
      typeof blocks === 'string' ? blocks : null,
    )
    const parts = payloadParts.map((part) => parsed(payload?.[part]?.toString()))
    return {
      traceId,
      spanId,
      isEnded: row['ended_at'] !== null,
      text: textOf([row['name'], row['model'], parsed(row['error']), ...parts]),
    }
  }

  /** Which of these say what may go on, one read after the other as long as many do. */
  function readThrough(workspaceId: string, goingOn = '', traceIds: readonly string[]) {
    const isSaid = phraseMatcher(goingOn)
    payloads.forget()
    const having: string[] = []
    let left = isSaid ? READ_FIRST : 0
    const isSaidIn = (traceId: string) =>
      someSpansOf.all(workspaceId, traceId, left + 1).some(({ id = null }) => {
        const row = left-- > 0 ? content.get(workspaceId, traceId, id) : undefined
        const text = row && readOrSkip(`span ${String(id)}`, () => textIn(row).text)
        return typeof text === 'string' && isSaid?.(text)
      })
    const at = traceIds.findIndex((traceId) => {
      if (isSaidIn(traceId)) {
        having.push(traceId)
        left += READ_FOR_EACH
      }
      return left < 0
    })
    return { having, unread: at === -1 ? [] : traceIds.slice(at) }
  }

  /** Replaces the words of these spans of one trace. Returns the spans that shared an entry with them, to be read again. */
  function replace(workspaceId: string, traceId: string, ids: readonly string[], texts: Text[]) {
    const isDropped = entries.remove(workspaceId, traceId, ids)
    // A span that still runs changes soon: in an entry of its own, no other is read again with it.
    entries.add(
      workspaceId,
      traceId,
      texts.filter(({ isEnded }) => isEnded),
    )
    for (const text of texts) if (!text.isEnded) entries.add(workspaceId, traceId, [text])
    if (!isDropped) return []
    return spansOf
      .all(workspaceId, traceId)
      .map(({ id }) => String(id))
      .filter(isDropped)
  }

  /** How many spans were read; of those that were `indexed` just now there is nothing new to read. */
  function take(workspaceId: string, id: string, queued: QueuedText, indexed: Set<string>): number {
    if ('deleted' in queued) {
      for (const traceId of queued.deleted) entries.forget(workspaceId, traceId)
      indexed.clear()
      return queued.deleted.length
    }
    const spans: [string, string][] =
      'spans' in queued
        ? queued.spans
        : spansOf.all(workspaceId, queued.trace).map(({ id }) => [queued.trace, String(id)])
    const keyOf = (traceId: string, spanId: string) => `${workspaceId} ${traceId} ${spanId}`
    const atHand = new Set<string>()
    const handedTexts = readOrSkip(`row ${id}`, () => unpackSpans(handed.get(id))) ?? []
    // A span that was read from the store meanwhile has newer words.
    const isNewer = ({ traceId, spanId }: Text) => indexed.has(keyOf(traceId, spanId))
    for (const { traceId, spanId } of handedTexts) atHand.add(keyOf(traceId, spanId))
    const unread = spans.filter(([traceId, spanId]) => {
      const key = keyOf(traceId, spanId)
      return !atHand.has(key) && !indexed.has(key) && indexed.add(key)
    })
    const put = (traceId: string, ids: readonly string[], texts: Text[]) => {
      for (const spanId of replace(workspaceId, traceId, ids, texts)) {
        indexed.add(keyOf(traceId, spanId))
        unread.push([traceId, spanId])
      }
    }
    const fresh = handedTexts.filter((text) => !isNewer(text))
    for (const [traceId, texts] of Map.groupBy(fresh, (text) => text.traceId))
      put(
        traceId,
        texts.map(({ spanId }) => spanId),
        texts,
      )
    for (let at = 0; at < unread.length;) {
      const { texts, next } = read(workspaceId, unread, at)
      const some = unread.slice(at, next)
      at = next
      for (const [traceId, ids] of Map.groupBy(some, ([trace]) => trace))
        put(
          traceId,
          // A span that is gone or damaged leaves the index too.
          ids.map(([, spanId]) => spanId),
          texts.filter((text) => text.traceId === traceId),
        )
    }
    return spans.length
  }

  return {
    isFresh: () => isFresh,
    /** All that is stored has been queued: it is no new file any more. */
    begun() {
      db.exec(`pragma user_version = ${INDEX_VERSION}`)
      isFresh = false
    },
    /** Spans that a row of the queue names, as they are stored by then. */
    hand: (queued: string, spans: PackedSpans) => void handed.set(queued, spans),
    /** Ids of what was taken from the queue, for the store's writer to delete. */
    feed(): { done: string[]; isFresh: boolean } {
      const done: string[] = []
      const indexed = new Set<string>()
      let spans = 0
      db.exec('begin')
      try {
        for (const { id, workspace_id, body } of queue.all()) {
          const queued = readOrSkip(String(body), () => parseQueued(String(body)))
          if (queued) spans += take(String(workspace_id), String(id), queued, indexed)
          done.push(String(id))
          if (spans >= AT_ONCE) break
        }
        db.exec('commit')
        forgetThrough(handed, done.at(-1))
        db.exec(`pragma incremental_vacuum(${PAGES_AT_ONCE})`)
      } catch (error) {
        if (db.isTransaction) db.exec('rollback')
        throw error
      }
      return { done, isFresh }
    },
    find(workspaceId: string, match: string) {
      const { traceIds, isCut } = searches.newest(workspaceId, match)
      return { traceIds, isCut: isFresh || isCut }
    },
    /**
     * Words as they stand are looked up for each span. Those that go on FTS5 puts together of all that begin alike, each time
     * it is asked, were it for one span: it is asked once, about the traces that have not the words as they stand. Where it
     * would take long, as very many begin alike, most traces are soon read to have one.
     */
    among({ workspaceId, match, asItStands, goingOn, traceIds }: AskedAmong): string[] {
      const { each, once } = searches
      if (match === asItStands) return each(workspaceId, match, traceIds)
      if (traceIds.length > MANY_TRACES) return once(workspaceId, match, traceIds)
      const { having, unread } = readThrough(workspaceId, goingOn, traceIds)
      if (unread.length === 0) return having
      if (unread.length > FEW_TRACES) return [...having, ...once(workspaceId, match, unread)]
      const standing = each(workspaceId, asItStands, unread)
      const others = unread.filter((id) => !standing.includes(id))
      const found = others.length === 0 ? [] : once(workspaceId, match, others)
      return [...having, ...standing, ...found]
    },
    rest() {
      // No more than an empty log stays on the disk.
      db.exec('pragma wal_checkpoint(truncate)')
      rest(db)
    },
    close: () => db.close(),
  }
}

type Text = SpanText & { traceId: string; isEnded: boolean }

const parsed = (json: unknown): unknown => (typeof json === 'string' ? JSON.parse(json) : null)
