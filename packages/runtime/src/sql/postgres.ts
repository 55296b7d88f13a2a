import { Client } from 'pg'
import type { FieldDef } from 'pg'
import Cursor from 'pg-cursor'
import type { JsonObject } from '../json.ts'
import { MAX_RESULT_BYTES, toCell, toResult } from './answer.ts'
import type { SqlAnswer } from './answer.ts'

const BATCH = 100
/** SQLSTATE `query_canceled`: the statement's timeout. */
const CANCELED = '57014'

export type PostgresDatabase = {
  url: string
  password: string
  allowWrites: boolean
  maxRows: number
  timeoutMs: number
}

/** Runs one statement of a SQL tool in a transaction, which Postgres keeps from writing unless that is allowed. */
export async function runPostgresTool(
  { url, password, allowWrites, maxRows, timeoutMs }: PostgresDatabase,
  { query, params = [] }: { query: string; params?: unknown[] | undefined },
  signal?: AbortSignal,
): Promise<JsonObject> {
  const address = new URL(url)
  if (password !== '') address.password = encodeURIComponent(password)
  const client = new Client({
    connectionString: address.href,
    statement_timeout: timeoutMs,
    query_timeout: timeoutMs,
    connectionTimeoutMillis: timeoutMs,
    ...(!allowWrites && { options: '-c default_transaction_read_only=on' }),
  })
  // A connection that breaks between queries fails the next one.
  client.on('error', () => {})
  const stop = () => void client.end().catch(() => {})
  signal?.addEventListener('abort', stop, { once: true })
  try {
    await client.connect()
    const answer = await runStatement(client, {
      query,
      params,
      allowWrites,
      maxRows,
      maxBytes: MAX_RESULT_BYTES,
    })
    return toResult(answer)
  } catch (error) {
    signal?.throwIfAborted()
    const isLate = error instanceof Error && 'code' in error && error.code === CANCELED
    if (isLate) throw new Error(`The query took longer than ${timeoutMs} ms`, { cause: error })
    throw error
  } finally {
    signal?.removeEventListener('abort', stop)
    await client.end().catch(() => {})
  }
}

export type PostgresStatement = {
  query: string
  params: unknown[]
  allowWrites: boolean
  maxRows: number
  maxBytes: number
}

/** Runs one statement in a transaction and reads its rows within the limits. */
export async function runStatement(
  client: Client,
  { query, params, allowWrites, maxRows, maxBytes }: PostgresStatement,
): Promise<SqlAnswer> {
  await client.query(allowWrites ? 'begin' : 'begin transaction read only')
  const cursor = client.query(new Cursor<unknown[]>(query, params, { rowMode: 'array' }))
  const answer = await readRows(cursor, maxRows, maxBytes)
  await cursor.close()
  await client.query(allowWrites ? 'commit' : 'rollback')
  return answer
}

async function readRows(
  cursor: Cursor<unknown[]>,
  maxRows: number,
  maxBytes: number,
): Promise<SqlAnswer> {
  const rows: SqlAnswer['rows'] = []
  let bytes = 0
  for (;;) {
    const batchSize = Math.min(BATCH, maxRows + 1 - rows.length)
    const { found, fields, rowCount } = await readBatch(cursor, batchSize)
    const columns = fields.map(({ name }) => name)
    for (const row of found) {
      const cells = row.map(toCell)
      bytes += Buffer.byteLength(JSON.stringify(cells))
      if (rows.length === maxRows || bytes > maxBytes) {
        return { columns, rows, isCut: true, changes: null }
      }
      rows.push(cells)
    }
    if (found.length < batchSize) {
      return { columns, rows, isCut: false, changes: columns.length === 0 ? rowCount : null }
    }
  }
}

type Batch = { found: unknown[][]; fields: FieldDef[]; rowCount: number | null }

const readBatch = (cursor: Cursor<unknown[]>, batchSize: number): Promise<Batch> =>
  new Promise((resolve, reject) => {
    cursor.read(batchSize, (error, found, result) => {
      if (error) reject(error)
      else resolve({ found, fields: result.fields, rowCount: result.rowCount })
    })
  })
