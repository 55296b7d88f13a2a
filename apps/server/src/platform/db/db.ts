import type { Kysely } from 'kysely'
import type { Engine } from './migrations/column-types.ts'
import type { Portable } from './portable.ts'
import type { TextIndex } from './texts/text-index.ts'
import type { Schema } from './schema.ts'

/** Queries on either engine. Store functions that need only this also accept a transaction. */
export type Queries = Kysely<Schema>

/** An open database. An interactive transaction holds the embedded writer: keep it short. */
export type Db = Queries & {
  readonly engine: Engine
  /** For heavy reads: they do not delay lists and lookups. */
  readonly analytics: Queries
  readonly portable: Portable
  readonly texts: TextIndex
  /** False after a disk error of SQLite, until the next start. Always true on Postgres. */
  readonly takesWrites: () => boolean
  /** Releases caches and garbage of the threads while the server is idle. */
  readonly rest: () => void
  /** Returns deleted pages to the disk. Postgres does so by itself. */
  readonly shrink: () => Promise<void>
  /** Waits for pending queries, then ends all connections and threads. */
  readonly close: () => Promise<void>
}
