import { DatabaseSync, type SQLOutputValue } from 'node:sqlite'
import { closeDatabaseToOthers } from '../../close-to-others.ts'
import { rest } from '../sqlite/rest.ts'
import { forgetUpTo, type HandedBytes, unpackHanded } from './handed-texts.ts'
import { payloadParts } from '../spans/payloads.ts'
import { readable } from './readable.ts'
import { says } from './says.ts'
import { textOf } from './span-text.ts'
import { payloadReader } from './sqlite-payloads.ts'
import { searchesOf } from './sqlite-searches.ts'
import { MOST_SPANS, type QueuedText, queuedOf } from './text-index.ts'
import { WORDS_VERSION } from './words-version.ts'

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
  create table if not exists docs (
    id integer primary key, workspace_id text not null, trace_id text not null, span_id text not null
  );
  create unique index if not exists docs_span on docs (trace_id, span_id, workspace_id);
  create virtual table if not exists texts using fts5 (
    text, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2'
  );
`

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
  const isNew = Object.values(db.prepare('pragma user_version').get() ?? {})[0] !== WORDS_VERSION
  if (isNew) db.exec('drop table if exists docs; drop table if exists texts')
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
    store.prepare(`select workspace_id, trace_id, id, name, model, error, payload_blocks, payload_bytes
    from spans where workspace_id = ? and trace_id = ? and id = ?`)
  const payloads = payloadReader(store)
  const known = db.prepare(
    'select id from docs where trace_id = ? and span_id = ? and workspace_id = ?',
  )
  // With RETURNING it would open a savepoint, and at each of those FTS5 writes out all it has gathered.
  const addDoc = db.prepare(`insert into docs (workspace_id, trace_id, span_id) values (?, ?, ?)
    on conflict do nothing`)
  const docsOf = db.prepare('select id from docs where trace_id = ? and workspace_id = ?')
  const dropDoc = db.prepare('delete from docs where id = ?')
  const dropText = db.prepare('delete from texts where rowid = ?')
  const addText = db.prepare('insert into texts (rowid, text) values (?, ?)')
  const searches = searchesOf(db)
  /** By the row of the queue. */
  const handed = new Map<string, HandedBytes>()
  let isFresh = isNew

  /** What is stored of these spans from `from` on, as much as one view shows; a view for each would begin with an empty cache. */
  function read(workspaceId: string, spans: readonly [string, string][], from: number) {
    const texts: { row: Row; text: Text | undefined }[] = []
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
        texts.push({ row, text: readable(`span ${spanId}`, () => textIn(row)) })
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
      text: textOf([row['name'], row['model'], parsed(row['error']), ...parts]),
    }
  }

  /** Which of these say what may go on, one read after the other as long as many do. */
  function readThrough(workspaceId: string, goingOn = '', traceIds: readonly string[]) {
    const isSaid = says(goingOn)
    payloads.forget()
    const having: string[] = []
    let left = isSaid ? READ_FIRST : 0
    const isSaidIn = (traceId: string) =>
      someSpansOf.all(workspaceId, traceId, left + 1).some(({ id = null }) => {
        const row = left-- > 0 ? content.get(workspaceId, traceId, id) : undefined
        const text = row && readable(`span ${String(id)}`, () => textIn(row).text)
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

  function index(workspaceId: string, { traceId, spanId, text }: Text) {
    const added = addDoc.run(workspaceId, traceId, spanId)
    const isKnown = added.changes === 0
    const id = isKnown
      ? (known.get(traceId, spanId, workspaceId)?.['id'] ?? null)
      : added.lastInsertRowid
    if (isKnown) dropText.run(id)
    addText.run(id, text)
  }

  function forget(workspaceId: string, traceId: string) {
    for (const { id } of docsOf.all(traceId, workspaceId)) drop(id)
  }

  function drop(id: SQLOutputValue = null) {
    dropText.run(id)
    dropDoc.run(id)
  }

  /** How many spans were read; of those that were `indexed` just now there is nothing new to read. */
  function take(workspaceId: string, id: string, queued: QueuedText, indexed: Set<string>): number {
    if ('deleted' in queued) {
      for (const traceId of queued.deleted) forget(workspaceId, traceId)
      indexed.clear()
      return queued.deleted.length
    }
    const spans: [string, string][] =
      'spans' in queued
        ? queued.spans
        : spansOf.all(workspaceId, queued.trace).map(({ id }) => [queued.trace, String(id)])
    const keyOf = (traceId: string, spanId: string) => `${workspaceId} ${traceId} ${spanId}`
    const atHand = new Set<string>()
    for (const said of readable(`row ${id}`, () => unpackHanded(handed.get(id))) ?? []) {
      const key = keyOf(said.traceId, said.spanId)
      atHand.add(key)
      // What was read meanwhile is newer.
      if (!indexed.has(key)) index(workspaceId, said)
    }
    const unread = spans.filter(([traceId, spanId]) => {
      const key = keyOf(traceId, spanId)
      return !atHand.has(key) && !indexed.has(key) && indexed.add(key)
    })
    for (let at = 0; at < unread.length;) {
      const { texts, next } = read(workspaceId, unread, at)
      for (const { row, text } of texts) {
        if (text) index(workspaceId, text)
        // What it said before is no longer what is stored.
        else drop(known.get(String(row['trace_id']), String(row['id']), workspaceId)?.['id'])
      }
      at = next
    }
    return spans.length
  }

  return {
    isFresh: () => isFresh,
    /** All that is stored has been queued: it is no new file any more. */
    begun() {
      db.exec(`pragma user_version = ${WORDS_VERSION}`)
      isFresh = false
    },
    /** Spans that a row of the queue names, as they are stored by then. */
    hand: (queued: string, spans: HandedBytes) => void handed.set(queued, spans),
    /** Ids of what was taken from the queue, for the store's writer to delete. */
    feed(): { done: string[]; isFresh: boolean } {
      const done: string[] = []
      const indexed = new Set<string>()
      let spans = 0
      db.exec('begin')
      try {
        for (const { id, workspace_id, body } of queue.all()) {
          const queued = readable(String(body), () => queuedOf(String(body)))
          if (queued) spans += take(String(workspace_id), String(id), queued, indexed)
          done.push(String(id))
          if (spans >= AT_ONCE) break
        }
        db.exec('commit')
        forgetUpTo(handed, done.at(-1))
        db.exec(`pragma incremental_vacuum(${PAGES_AT_ONCE})`)
      } catch (error) {
        if (db.isTransaction) db.exec('rollback')
        throw error
      }
      return { done, isFresh }
    },
    find(workspaceId: string, match: string) {
      const { traceIds, spans } = searches.newest(workspaceId, match)
      return { traceIds, isCut: isFresh || spans === MOST_SPANS }
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
    rest: () => rest(db),
    close: () => db.close(),
  }
}

/** FTS5 takes bytes for the text they are in UTF-8. */
type Text = { traceId: string; spanId: string; text: string | Uint8Array }

const parsed = (json: unknown): unknown => (typeof json === 'string' ? JSON.parse(json) : null)
