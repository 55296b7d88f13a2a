export type SqlValue = number | string | bigint | null | Uint8Array

/** What is sent as `json` the thread packs before it binds it. */
export type SqlParameter = SqlValue | { json: Uint8Array }

/** Executed once for each row of parameters. */
export type Statement = { sql: string; rows: SqlParameter[][] }

/** What crosses to a thread at once; it gets the memory in `transfer` instead of a copy. */
export type Message = { statements: Statement[]; transfer?: ArrayBuffer[] }

/** Rows as arrays in the order of `columns`: cloning keys with every row would double the cost. */
export type StatementResult = { columns: string[]; rows: SqlValue[][]; changes: number }

export type WriterRequest =
  | {
      type: 'run'
      id: number
      /** Null: a transaction of its own, shared with whatever else waits. */
      transaction: number | null
      /** Acknowledged only once it survives a power cut. */
      durable: boolean
      statements: Statement[]
    }
  | { type: 'begin' | 'commit' | 'rollback'; id: number; transaction: number }
  /** Gives free pages at the end of the file back to the disk, some of them, and says how many are left. */
  | { type: 'shrink'; id: number }
  /** Nothing will be asked for a while. */
  | { type: 'rest'; id: number }
  | { type: 'close'; id: number }

export type ReaderRequest =
  | { type: 'run'; id: number; statements: Statement[] }
  | { type: 'rest'; id: number }
  | { type: 'close'; id: number }

/** `code` is SQLite's extended result code, as in https://sqlite.org/rescode.html. */
export type SerialisedError = { message: string; code: number | null }

/** Instead of a request's id: from now on no write is taken, whoever asks. */
export const TO_ALL = -1

export type Reply =
  | { id: number; results: StatementResult[] }
  | { id: number; error: SerialisedError }

export type ThreadData = { file: string }
