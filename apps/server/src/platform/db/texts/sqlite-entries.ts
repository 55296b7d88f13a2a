import type { DatabaseSync } from 'node:sqlite'
import { groupTexts, type SpanText } from './span-groups.ts'

/** An entry holds the words of a group of spans of one trace. `spans` contains hashes of span ids. */
export const ENTRIES = `
  create table if not exists traces (
    id integer primary key, workspace_id text not null, trace_id text not null
  );
  create unique index if not exists traces_trace_id on traces (trace_id, workspace_id);
  create table if not exists entries (
    id integer primary key, trace integer not null, spans blob not null
  );
  create index if not exists entries_trace on entries (trace);
  create virtual table if not exists texts using fts5 (
    text, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2'
  );
`

const MAX_CHARACTERS = 256 * 1_024

export const HASH_BYTES = 8

export function openEntries(db: DatabaseSync) {
  const traceByKey = db.prepare('select id from traces where trace_id = ? and workspace_id = ?')
  const addTrace = db.prepare('insert into traces (workspace_id, trace_id) values (?, ?)')
  const dropTrace = db.prepare('delete from traces where id = ?')
  const traceEntries = db.prepare('select id, spans from entries where trace = ?')
  // No RETURNING clause: it opens a savepoint, and FTS5 flushes its pending terms at every savepoint.
  const addEntry = db.prepare('insert into entries (trace, spans) values (?, ?)')
  const dropEntry = db.prepare('delete from entries where id = ?')
  const dropText = db.prepare('delete from texts where rowid = ?')
  const addText = db.prepare('insert into texts (rowid, text) values (?, ?)')

  const findTrace = (workspaceId: string, traceId: string) =>
    traceByKey.get(traceId, workspaceId)?.['id'] ?? null

  function drop(id: number | bigint) {
    dropText.run(id)
    dropEntry.run(id)
  }

  return {
    /** Indexes spans of one trace that are not in any entry. */
    add(workspaceId: string, traceId: string, spans: readonly SpanText[]) {
      if (spans.length === 0) return
      const trace =
        findTrace(workspaceId, traceId) ?? addTrace.run(workspaceId, traceId).lastInsertRowid
      for (const { spanIds, text } of groupTexts(spans, MAX_CHARACTERS)) {
        const hashes = BigUint64Array.from(spanIds, hash64)
        const { lastInsertRowid: id } = addEntry.run(trace, new Uint8Array(hashes.buffer))
        addText.run(id, text)
      }
    },
    /** Drops the entries that hold any of these spans, and returns whether a span's id was in one of them. */
    remove(workspaceId: string, traceId: string, spanIds: readonly string[]) {
      const dropped = new Set<bigint>()
      const trace = findTrace(workspaceId, traceId)
      const removed = new Set(spanIds.map(hash64))
      for (const { id, spans } of trace === null ? [] : traceEntries.all(trace)) {
        const hashes = spans instanceof Uint8Array ? hashesIn(spans) : []
        if (!hashes.some((hash) => removed.has(hash))) continue
        drop(Number(id))
        for (const hash of hashes) if (!removed.has(hash)) dropped.add(hash)
      }
      return dropped.size === 0 ? undefined : (spanId: string) => dropped.has(hash64(spanId))
    },
    forget(workspaceId: string, traceId: string) {
      const trace = findTrace(workspaceId, traceId)
      if (trace === null) return
      for (const { id } of traceEntries.all(trace)) drop(Number(id))
      dropTrace.run(trace)
    },
  }
}

const hashesIn = (spans: Uint8Array): bigint[] => [
  ...new BigUint64Array(new Uint8Array(spans).buffer, 0, Math.floor(spans.length / HASH_BYTES)),
]

/** Two 32-bit FNV-1a hashes with different offsets: two spans of a trace share both once in 10^19 pairs. */
function hash64(id: string): bigint {
  let low = 0x811c9dc5
  let high = 0x9747b28c
  for (let at = 0; at < id.length; at++) {
    const code = id.charCodeAt(at)
    low = Math.imul(low ^ code, 0x01000193)
    high = Math.imul(high ^ code, 0x85ebca6b)
    high ^= high >>> 13
  }
  return (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0)
}
