import {
  type AbortableOperationOptions,
  type BinaryOperationNode,
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  OperatorNode,
  PostgresDialect,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
} from 'kysely'
import { Client, type ClientConfig, type CustomTypesConfig, Pool, types } from 'pg'
import type { Db } from '../db.ts'
import { checkMigrations, migrate } from '../migrations/migrate.ts'
import type { Schema } from '../schema.ts'
import { hasQueued } from '../texts/queue-texts.ts'
import { postgresTextIndex } from '../texts/postgres-index.ts'
import { isStoreDamaged, toUnavailable } from '../store-errors.ts'
import { replaceNul } from '../replace-nul.ts'
import { checkConnection, withLibpqModes } from './address.ts'
import { findVectors } from './chunks.ts'
import { Notifications } from './notifications.ts'
import { postgresPortable } from './portable.ts'

const CONNECTIONS = 10
const ANALYTICS_CONNECTIONS = 4
/** A server that hangs without closing its connections would otherwise hang every request. */
const QUERY_TIMEOUT_MS = 30_000
const ANALYTICS_TIMEOUT_MS = 120_000
/**
 * Postgres estimates 8 kB per histogram sum. With the default of 4 MB, a week of hours would spill
 * to disk.
 */
const ANALYTICS_MEMORY = CompiledQuery.raw("set work_mem = '32MB'")

export async function openPostgres(
  rawUrl: string,
  { queryTimeoutMs = QUERY_TIMEOUT_MS } = {},
): Promise<Db> {
  const url = withLibpqModes(rawUrl)
  await prepare(url)
  const db = connect(url, CONNECTIONS, { queryTimeoutMs })
  const analytics = connect(url, ANALYTICS_CONNECTIONS, {
    queryTimeoutMs: ANALYTICS_TIMEOUT_MS,
    settings: [ANALYTICS_MEMORY],
  })
  const notifications = new Notifications({ connectionString: url })
  const portable = postgresPortable(db, notifications, await findVectors(db))
  const texts = postgresTextIndex(db, portable)
  if (await hasQueued(db)) texts.wake()
  const close = async () => {
    await texts.close()
    await Promise.all([notifications.close(), analytics.destroy(), db.destroy()])
  }
  const takesWrites = () => true
  const shrink = async () => {}
  const rest = () => texts.rest()
  return Object.assign(db, {
    engine: 'postgres',
    analytics,
    portable,
    texts,
    takesWrites,
    shrink,
    rest,
    close,
  } as const)
}

/** Migrations may take longer than any request. */
async function prepare(url: string): Promise<void> {
  const db = connect(url, 1, { queryTimeoutMs: 0 })
  try {
    await checkConnection(db, url)
    await checkMigrations(db, 'postgres')
    await migrate(db, 'postgres')
  } catch (error) {
    throw withUrl(url, error)
  } finally {
    await db.destroy()
  }
}

/** Errors of Postgres do not contain the database. */
function withUrl(url: string, error: unknown): unknown {
  if (!(error instanceof Error) || error.message.startsWith('DATABASE_URL')) return error
  const { host, pathname } = new URL(url)
  const remedy = isStoreDamaged(error) ? '. The database is damaged: restore it from a backup.' : ''
  const database = `database ${decodeURIComponent(pathname.slice(1))} at ${host}`
  return new Error(`DATABASE_URL: ${database}: ${error.message}${remedy}`, { cause: error })
}

const CONNECT_TIMEOUT_MS = 5_000

/** Bounds only the connection: the option of the pool would also bound the wait for a busy one. */
class TimeLimitedClient extends Client {
  constructor(config?: string | ClientConfig) {
    super({
      ...(typeof config === 'string' ? { connectionString: config } : config),
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    })
  }
}

type ConnectOptions = { queryTimeoutMs: number; settings?: readonly CompiledQuery[] }

function connect(url: string, max: number, { queryTimeoutMs, settings = [] }: ConnectOptions) {
  const pool = new Pool({
    connectionString: url,
    max,
    types: parsers,
    pipeline: true,
    keepAlive: true,
    // After it, the connection is closed and replaced.
    query_timeout: queryTimeoutMs,
    Client: TimeLimitedClient,
  })
  // The next query replaces a broken connection, and the current query gets the error. Without a listener, the event
  // would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return new Kysely<Schema>({
    dialect: new LathePostgresDialect({
      pool: {
        connect: () => pool.connect().catch(throwConnectionError),
        end: () => pool.end(),
        options: pool.options,
      },
      controlClient: TimeLimitedClient,
      onCreateConnection: async (connection) => {
        adapt(connection)
        for (const setting of settings) await connection.executeQuery(setting)
      },
    }),
  })
}

/**
 * Removes characters that Postgres cannot store from parameters, and converts the errors of an
 * unavailable database.
 */
function adapt(connection: DatabaseConnection) {
  const execute: DatabaseConnection['executeQuery'] = connection.executeQuery.bind(connection)
  const sanitised = (query: CompiledQuery): CompiledQuery => ({
    ...query,
    parameters: query.parameters.map((value) =>
      typeof value === 'string' ? replaceNul(value) : value,
    ),
  })
  connection.executeQuery = async <R>(query: CompiledQuery, options?: AbortableOperationOptions) =>
    await execute<R>(sanitised(query), options).catch(throwConnectionError)
}

function throwConnectionError(error: unknown): never {
  throw toUnavailable(error)
}

const { builtins } = types

const toSafeInteger = (text: string): number => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} exceeds the range of a number`)
  return value
}

/** Columns of type bigint hold microseconds and nano-dollars. Their sums are numeric. */
export const parsers: CustomTypesConfig = {
  getTypeParser: (oid, format) => {
    if (oid === builtins.INT8) return toSafeInteger
    if (oid === builtins.NUMERIC) return Number
    return types.getTypeParser(oid, format)
  },
}

/** Accepts empty lists like SQLite: `in` matches nothing, `not in` everything. */
export class LathePostgresDialect extends PostgresDialect {
  override createQueryCompiler() {
    return new Compiler()
  }
}

class Compiler extends PostgresQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const { operator, rightOperand: list } = node
    if (!PrimitiveValueListNode.is(list) || list.values.length > 0 || !OperatorNode.is(operator)) {
      return super.visitBinaryOperation(node)
    }
    this.append(operator.operator === 'in' ? 'false' : 'true')
  }
}
