import type { Expression, RawBuilder, Selectable, SqlBool } from 'kysely'
import type { Batch } from './atomic.ts'
import type { Queries } from './db.ts'
import type { JsonText } from './json.ts'
import type { RunsTable } from './tables/runs.ts'

export type RunClaim = {
  /** The process that will execute what it gets. */
  owner: string
  now: number
  leaseUntil: number
  limit: number
  /** How many event numbers to reserve for each. */
  events: number
}

/**
 * `runs`: one was queued. `run`: it has new events. `cancel`: somebody asked it to stop.
 * `jobs`: somebody left what he was at. `stop`: somebody asked for the end of one.
 */
export type Channel = 'runs' | 'run' | 'cancel' | 'jobs' | 'stop' | 'leave'

type Histogram = JsonText<Record<string, number>>

/** An embedding as the engine keeps it: blobs of 32-bit floats, or arrays. */
export type StoredVector = Uint8Array | number[]

export type ChunkPlace = { documentId: string; indexKey: string }
export type ChunkText = { position: number; text: string }

/** Where a search looks. */
export type ChunkScope = {
  indexKey: string
  collectionId: string
  /** Only in these; everywhere without them. */
  documentIds?: readonly string[] | undefined
}

/** What the engines do differently, and nothing else. */
export type Portable = {
  /** Pending runs and those of others whose lease has lapsed, oldest first; no two callers get the same one. */
  claimRuns(claim: RunClaim): Promise<Selectable<RunsTable>[]>

  /** Whether the text occurs, ignoring case (of ASCII letters only in the embedded database). */
  contains(column: Expression<string>, text: string): Expression<SqlBool>

  /** Whether the text occurs, ignoring case and accents: for what people search. */
  matchesText(column: Expression<string>, text: string): Expression<SqlBool>

  /** UTF-8 stored as bytes, as the text it is. */
  textOf(column: Expression<Uint8Array>): Expression<string>

  /** Joins the blocks of a text. */
  textOfBlocks(value: {
    workspaceId: Expression<string>
    threadId: Expression<string>
    blocks: Expression<string | null>
  }): Expression<string>

  /** A text in the object that is stored as JSON; null where it has none of this name. */
  fieldOf(column: Expression<string>, name: string): Expression<string>

  /** Whether the text is what a pattern with `*` stands for, ignoring case as `contains` does. */
  isLike(column: Expression<string>, pattern: string): Expression<SqlBool>

  /** Any number of values, in one parameter. */
  isAnyOf(column: Expression<string>, values: readonly string[]): Expression<SqlBool>

  /** Values as rows of a table of this name, each in its column `value`. */
  rowsOf(values: readonly string[], name: string): RawBuilder<unknown>

  /** The objects of a list in the object that is stored as JSON, as rows of a table of this name, each in its column `value`. */
  itemsOf(column: Expression<string>, list: string, name: string): RawBuilder<unknown>

  /** Whether two columns hold one of these pairs; any number of them, each found by an index of both. */
  isAnyPair(
    columns: readonly [Expression<string>, Expression<string>],
    pairs: readonly (readonly [string, string])[],
  ): Expression<SqlBool>

  vector(numbers: readonly number[]): StoredVector

  /** Cosine of the angle between a stored vector and this one. */
  similarity(column: Expression<StoredVector>, to: readonly number[]): Expression<number>

  /** Indexes the words of chunks that the same batch inserts. */
  indexWords(queries: Queries, place: ChunkPlace, chunks: readonly ChunkText[]): Batch

  /** Chunks with any of these phrases, by `seq`, best first. */
  chunksWithWords(
    queries: Queries,
    scope: ChunkScope,
    phrases: readonly string[],
    limit: number,
  ): Promise<number[]>

  /** Adds up two sparse histograms, bucket by bucket. */
  addHistograms(a: Expression<Histogram>, b: Expression<Histogram>): Expression<Histogram>

  /**
   * Runs the work alone among all that name one of these keys, in any process. Only on Postgres is
   * it also a transaction, so what it writes goes into one `atomic`.
   */
  exclusively<T>(keys: string[], work: (queries: Queries) => Promise<T>): Promise<T>

  /**
   * For an `atomic`: from there to its end nobody else holds this key alone, and nobody at all if this one does.
   * Nothing where a batch is never written beside another.
   */
  holding(key: string, how: 'alone' | 'shared'): Batch

  /** Reaches listeners in every process; carries an id only, the rows are in the database. */
  notify(channel: Channel, id: string): Promise<void>

  /** Resolves once it listens, with a function that ends it. */
  listen(channel: Channel, listener: (id: string) => void): Promise<() => void>
}

/** Characters that mean something in LIKE, taken literally; for use with ESCAPE '\'. */
export const likeLiteral = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`

/** `gpt-*` for use with LIKE … ESCAPE '\'. */
export const likePattern = (pattern: string): string =>
  pattern.replaceAll(/[\\%_]/g, '\\$&').replaceAll('*', '%')
