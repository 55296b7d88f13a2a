import type { Kysely } from 'kysely'
import type { Engine } from './migrations/column-types.ts'
import type { Portable } from './portable.ts'
import type { TextIndex } from './texts/text-index.ts'
import type { Schema } from './schema.ts'

/** Kysely over either engine. Store functions that need no more take this, so transactions fit too. */
export type Queries = Kysely<Schema>

/** An open database. An interactive transaction holds the embedded writer: keep it short. */
export type Db = Queries & {
  readonly engine: Engine
  /** For heavy reads: they never delay a list or a lookup. */
  readonly analytics: Queries
  readonly portable: Portable
  readonly texts: TextIndex
  /** False once the disk failed the embedded store, until the next start; what another server refuses it does not say. */
  readonly takesWrites: () => boolean
  /** Nothing is asked for a while: caches and garbage of its threads are handed back. */
  readonly rest: () => void
  /** Gives the room of what was deleted back to the disk; Postgres does so by itself. */
  readonly shrink: () => Promise<void>
  /** Waits for what was asked, then ends every connection and thread. */
  readonly close: () => Promise<void>
}
