import {
  type Compilable,
  CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
  SqliteAdapter,
} from 'kysely'
import type { Queries } from './db.ts'
import { type Execution, SqliteConnection } from './sqlite/connection.ts'

/** Queries and the executions of a `rowInserter`. */
export type Batch = readonly (Compilable | Execution)[]

/**
 * Runs all queries or none, in one message to the database. Inside a transaction, they belong to
 * it.
 */
export async function atomic(db: Queries, batch: Batch): Promise<QueryResult<unknown>[]> {
  const executions = batch.map(toExecution)
  if (executions.length === 0) return []
  return await db.getExecutor().provideConnection(async (connection) => {
    if (connection instanceof SqliteConnection) return await connection.executeBatch(executions)
    const queries = executions.flatMap(({ query, rows }) =>
      rows.map((parameters) => ({ ...query, parameters })),
    )
    if (db.isTransaction || queries.length === 1) return await pipeline(connection, queries)
    return await transaction(connection, queries)
  })
}

/** A deadlock rolls back a whole transaction, so the batch can be retried. */
const DEADLOCK_TRIES = 3

const isDeadlock = (error: unknown): boolean =>
  error instanceof Error &&
  error.cause instanceof Error &&
  'code' in error.cause &&
  error.cause.code === '40P01'

async function transaction(
  connection: DatabaseConnection,
  queries: CompiledQuery[],
): Promise<QueryResult<unknown>[]> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const results = await pipeline(connection, [begin, ...queries, commit])
      return results.slice(1, -1)
    } catch (error) {
      if (attempt === DEADLOCK_TRIES || !isDeadlock(error)) throw error
    }
  }
}

/** Marks writes that need no sync of their own: they reach the disk with a later durable write. */
export const relaxed = (batch: Batch): Batch =>
  batch.map((item) => ({ ...toExecution(item), isRelaxed: true }))

export const isEmbedded = (db: Queries): boolean =>
  db.getExecutor().adapter instanceof SqliteAdapter

const begin = CompiledQuery.raw('begin')
const commit = CompiledQuery.raw('commit')

const toExecution = (item: Compilable | Execution): Execution => {
  if ('rows' in item) return item
  const query = item.compile()
  return { query, rows: [query.parameters] }
}

/**
 * Sends all queries before the first result arrives. After an error, Postgres rejects the following
 * queries.
 */
async function pipeline(
  connection: DatabaseConnection,
  queries: CompiledQuery[],
): Promise<QueryResult<unknown>[]> {
  const sent = queries.map((query) => connection.executeQuery<unknown>(query))
  await Promise.allSettled(sent)
  return await Promise.all(sent)
}
