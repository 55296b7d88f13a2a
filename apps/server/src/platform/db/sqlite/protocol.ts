export type SqlValue = number | string | bigint | null | Uint8Array

/** `json` is packed in the thread before it is bound. */
export type SqlParameter = SqlValue | { json: Uint8Array }

/** Executed once per row of parameters. */
export type Statement = { sql: string; rows: SqlParameter[][] }

/** Data sent to a thread in one message. Buffers in `transfer` are moved instead of copied. */
export type Message = { statements: Statement[]; transfer?: ArrayBuffer[] }

/** Rows are arrays in the order of `columns`. Cloning keys with each row would double the cost. */
export type StatementResult = { columns: string[]; rows: SqlValue[][]; changes: number }

export type WriterRequest =
  | {
      type: 'run'
      id: number
      /** Null for a separate transaction, which waiting statements share. */
      transaction: number | null
      /** Acknowledge only when the write survives a power cut. */
      durable: boolean
      statements: Statement[]
    }
  | { type: 'begin' | 'commit' | 'rollback'; id: number; transaction: number }
  /** Returns some free pages at the end of the file to the disk, and the number of free pages that remain. */
  | { type: 'shrink'; id: number }
  /** No request is expected for a while. */
  | { type: 'rest'; id: number }
  | { type: 'close'; id: number }

export type ReaderRequest =
  | { type: 'run'; id: number; statements: Statement[] }
  | { type: 'rest'; id: number }
  | { type: 'close'; id: number }

/** `code` is SQLite's extended result code, as in https://sqlite.org/rescode.html. */
export type SerialisedError = { message: string; code: number | null }

/** Replaces the request id: all further writes are rejected. */
export const BROADCAST_ID = -1

export type Reply =
  | { id: number; results: StatementResult[] }
  | { id: number; error: SerialisedError }

export type ThreadData = { file: string }
