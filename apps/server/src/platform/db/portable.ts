import type { Expression, RawBuilder, Selectable, SqlBool } from 'kysely'
import type { Batch } from './atomic.ts'
import type { Queries } from './db.ts'
import type { JsonText } from './json.ts'
import type { RunsTable } from './tables/runs.ts'

export type RunClaim = {
  /** The process that will execute the runs. */
  owner: string
  now: number
  leaseUntil: number
  limit: number
  /** Event numbers to reserve for each run. */
  events: number
}

/** `runs`: a run was queued. `run`: it has new events. `cancel`: it is to be cancelled. `jobs`: a process has left its jobs. `stop`: a job is to be stopped. `leave`: a job is to be left to another process. */
export type Channel = 'runs' | 'run' | 'cancel' | 'jobs' | 'stop' | 'leave'

type Histogram = JsonText<Record<string, number>>

/** An embedding as stored by the engine: a blob of 32-bit floats, or an array. */
export type StoredVector = Uint8Array | number[]

export type ChunkPlace = { documentId: string; indexKey: string }
export type ChunkText = { position: number; text: string }

/** The chunks to search. */
export type ChunkScope = {
  indexKey: string
  collectionId: string
  /** Only in these documents. Undefined: in all. */
  documentIds?: readonly string[] | undefined
}

/** Operations that differ between the engines. */
export type Portable = {
  /**
   * Claims pending runs and runs of other processes with an expired lease, oldest first. A run is
   * claimed once.
   */
  claimRuns(claim: RunClaim): Promise<Selectable<RunsTable>[]>

  /**
   * Whether the column contains the text, ignoring case. SQLite ignores it for ASCII letters only.
   */
  contains(column: Expression<string>, text: string): Expression<SqlBool>

  /** Whether the column contains the text, ignoring case and accents. For searches by users. */
  matchesText(column: Expression<string>, text: string): Expression<SqlBool>

  /** Converts UTF-8 bytes to text. */
  decodeText(column: Expression<Uint8Array>): Expression<string>

  /** Joins the blocks of a text. */
  joinBlocks(value: {
    workspaceId: Expression<string>
    threadId: Expression<string>
    blocks: Expression<string | null>
  }): Expression<string>

  /** A string field of a JSON object. Null if it is missing. */
  jsonField(column: Expression<string>, name: string): Expression<string>

  /** Whether the column matches a pattern with `*`, ignoring case as `contains` does. */
  matchesPattern(column: Expression<string>, pattern: string): Expression<SqlBool>

  /** Whether the column equals any of the values, passed as one parameter. */
  isOneOf(column: Expression<string>, values: readonly string[]): Expression<SqlBool>

  /** The values as a table of this name with the column `value`. */
  valueRows(values: readonly string[], name: string): RawBuilder<unknown>

  /** The objects of a list in a JSON object, as a table of this name with the column `value`. */
  jsonItems(column: Expression<string>, list: string, name: string): RawBuilder<unknown>

  /** Whether two columns equal any of these pairs. Uses an index of both columns. */
  isOnePair(
    columns: readonly [Expression<string>, Expression<string>],
    pairs: readonly (readonly [string, string])[],
  ): Expression<SqlBool>

  vector(numbers: readonly number[]): StoredVector

  /** Cosine similarity of a stored vector and this one. */
  similarity(column: Expression<StoredVector>, to: readonly number[]): Expression<number>

  /** Indexes the words of chunks inserted by the same batch. */
  indexWords(queries: Queries, place: ChunkPlace, chunks: readonly ChunkText[]): Batch

  /** Returns the `seq` of chunks with any of these phrases, best first. */
  chunksWithWords(
    queries: Queries,
    scope: ChunkScope,
    phrases: readonly string[],
    limit: number,
  ): Promise<number[]>

  /** Adds two sparse histograms bucket by bucket. */
  addHistograms(a: Expression<Histogram>, b: Expression<Histogram>): Expression<Histogram>

  /**
   * Runs work that excludes other work on any of these keys, in every process. On Postgres it is
   * also a transaction, so write everything in one `atomic`.
   */
  exclusively<T>(keys: string[], work: (queries: Queries) => Promise<T>): Promise<T>

  /**
   * Locks the key until the end of the batch, for an `atomic`. `alone` excludes all other holders,
   * `shared` only those that hold it alone. Empty on SQLite, which writes one batch at a time.
   */
  holding(key: string, mode: 'alone' | 'shared'): Batch

  /**
   * Notifies listeners in every process. The message is only an id: the data is in the database.
   */
  notify(channel: Channel, id: string): Promise<void>

  /** Resolves with a function that unsubscribes, once it listens. */
  listen(channel: Channel, listener: (id: string) => void): Promise<() => void>
}

/** Escapes the wildcards of LIKE. Use it with ESCAPE '\\'. */
export const likeLiteral = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`

/** Converts a pattern such as `gpt-*` for LIKE … ESCAPE '\\'. */
export const likePattern = (pattern: string): string =>
  pattern.replaceAll(/[\\%_]/g, '\\$&').replaceAll('*', '%')
