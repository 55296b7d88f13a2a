import { CompiledQuery, type DatabaseConnection, Kysely } from 'kysely'
import { Pool } from 'pg'
import type { Db } from '../db.ts'
import { migrate } from '../migrations/migrate.ts'
import type { Schema } from '../schema.ts'
import { hasQueued } from '../texts/queue-texts.ts'
import { postgresTextIndex } from '../texts/postgres-index.ts'
import { withoutNul } from '../without-nul.ts'
import { asLibpq, reach } from './address.ts'
import { findVectors } from './chunks.ts'
import { LathePostgresDialect } from './dialect.ts'
import { Notifications } from './notifications.ts'
import { postgresPortable } from './portable.ts'
import { parsers } from './types.ts'

const CONNECTIONS = 10
const ANALYTICS_CONNECTIONS = 4
/** Postgres reckons each sum of histograms at 8 kB: with the usual 4 MB a week of hours would go to the disk. */
const ANALYTICS_MEMORY = CompiledQuery.raw("set work_mem = '32MB'")

export async function openPostgres(given: string): Promise<Db> {
  const url = asLibpq(given)
  const db = connect(url, CONNECTIONS)
  try {
    await reach(db, url)
    await migrate(db, 'postgres')
  } catch (error) {
    await db.destroy()
    throw error
  }

  const analytics = connect(url, ANALYTICS_CONNECTIONS, [ANALYTICS_MEMORY])
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

function connect(url: string, max: number, settings: readonly CompiledQuery[] = []) {
  const pool = new Pool({ connectionString: url, max, types: parsers, pipeline: true })
  // A broken connection is replaced by the next query, and whoever had it is told by theirs; unheard, the event
  // would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return new Kysely<Schema>({
    dialect: new LathePostgresDialect({
      pool,
      onCreateConnection: async (connection) => {
        sanitiseParameters(connection)
        for (const setting of settings) await connection.executeQuery(setting)
      },
    }),
  })
}

function sanitiseParameters(connection: DatabaseConnection) {
  const execute = connection.executeQuery.bind(connection)
  const sanitised = (query: CompiledQuery): CompiledQuery => ({
    ...query,
    parameters: query.parameters.map((value) =>
      typeof value === 'string' ? withoutNul(value) : value,
    ),
  })
  connection.executeQuery = (query, options) => execute(sanitised(query), options)
}
