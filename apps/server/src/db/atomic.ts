import { type Compilable, type QueryResult, SqliteAdapter } from 'kysely'
import type { Queries } from './db.ts'
import { type Execution, SqliteConnection } from './sqlite/connection.ts'

/** Queries, and what `insertRows` makes. */
export type Batch = readonly (Compilable | Execution)[]

/** All or nothing, in one message to the embedded writer. Inside a transaction: a part of it. */
export async function atomic(db: Queries, batch: Batch): Promise<QueryResult<unknown>[]> {
  const executions = batch.map(toExecution)
  if (executions.length === 0) return []
  if (isEmbedded(db)) return await inOneMessage(db, executions)

  const isSingle = executions.length === 1 && executions[0]?.rows.length === 1
  if (db.isTransaction || isSingle) return await inTurn(db, executions)
  return await db.transaction().execute((transaction) => inTurn(transaction, executions))
}

export const isEmbedded = (db: Queries): boolean =>
  db.getExecutor().adapter instanceof SqliteAdapter

const toExecution = (item: Compilable | Execution): Execution => {
  if ('rows' in item) return item
  const query = item.compile()
  return { query, rows: [query.parameters] }
}

const inOneMessage = (db: Queries, executions: Execution[]) =>
  db.getExecutor().provideConnection((connection) => {
    if (connection instanceof SqliteConnection) return connection.executeBatch(executions)
    throw new Error('The embedded database has another driver')
  })

async function inTurn(db: Queries, executions: Execution[]) {
  const results: QueryResult<unknown>[] = []
  for (const { query, rows } of executions)
    for (const parameters of rows) results.push(await db.executeQuery({ ...query, parameters }))
  return results
}
