import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, inject } from 'vitest'
import { atomic } from '../platform/db/atomic.ts'
import type { Db } from '../platform/db/db.ts'
import { type DatabaseConfig, openDatabase } from '../platform/db/open.ts'
import { DEFAULT_WORKSPACE } from '../platform/db/schema.ts'
import { createOnServer, dropFromServer } from './postgres-database.ts'

export const engines = ['sqlite', 'postgres'] as const
export type Engine = (typeof engines)[number]

/**
 * Runs the tests on both engines. Each test gets a migrated database that contains only the
 * default workspace. The database is opened once per file, so call `db()` inside the tests:
 * ```ts
 * describeDatabases('the runs store', (db) => {
 *   test('starts empty', async () => {
 *     expect(await listRuns(db(), DEFAULT_WORKSPACE, {})).toEqual([])
 *   })
 * })
 * ```
 */
export function describeDatabases(name: string, tests: (db: () => Db, engine: Engine) => void) {
  describe.each(engines)(`${name} on %s`, (engine) => {
    const db = openedFor(engine)
    beforeEach(() => empty(db()))

    tests(db, engine)
  })
}

/**
 * Runs the tests on SQLite only, for code above the queries that other tests cover on both engines.
 */
export function describeSqlite(name: string, tests: (db: () => Db) => void) {
  describe(`${name} on sqlite`, () => {
    const db = openedFor('sqlite')
    beforeEach(() => empty(db()))

    tests(db)
  })
}

/**
 * Opens one database for all tests of a file or group. Call the returned function inside the tests.
 */
export function openedFor(engine: Engine): () => Db {
  let opened: { db: Db; remove: () => Promise<void> } | undefined
  beforeAll(async () => {
    const { config, remove } = await createDatabase(engine)
    opened = { db: await openDatabase(config), remove }
  })
  afterAll(async () => {
    await opened?.db.close()
    await opened?.remove()
  })
  return () => {
    if (!opened) throw new Error('Call db() inside a test: the database is not open yet')
    return opened.db
  }
}

type Created = { config: DatabaseConfig; remove: () => Promise<void> }

/** Creates a separate database without opening it, for tests that open it more than once. */
export const createDatabase = (engine: Engine): Promise<Created> => {
  // Running all migrations takes half a second. Copying a migrated database is much faster.
  const { folder, database } = inject('migrated')
  return engine === 'sqlite' ? createFile(folder) : createNamed(database)
}

/** Creates a database without tables, as on a server's first start. */
export const createEmptyDatabase = (engine: Engine): Promise<Created> =>
  engine === 'sqlite' ? createFile() : createNamed()

async function createFile(like?: string): Promise<Created> {
  const folder = await mkdtemp(join(tmpdir(), 'lathe-test-'))
  if (like) await cp(like, folder, { recursive: true })
  return {
    config: { file: join(folder, 'lathe.db') },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

async function createNamed(like?: string): Promise<Created> {
  const server = inject('postgresUrl')
  const { name, url } = await createOnServer(server, like)
  return { config: { url }, remove: () => dropFromServer(server, name) }
}

/** Children before the rows they refer to. */
const tables = [
  'collection_chunks',
  'collection_documents',
  'collections',
  'example_files',
  'dataset_examples',
  'dataset_tags',
  'dataset_versions',
  'datasets',
  'prompt_graphs',
  'prompt_labels',
  'prompt_versions',
  'prompts',
  'batch_requests',
  'comparison_batches',
  'comparison_votes',
  'comparison_verdicts',
  'embedded_texts',
  'comparison_cells',
  'comparisons',
  'suites',
  'replays',
  'replay_batches',
  'alert_deliveries',
  'alert_firings',
  'alerts',
  'forwarding_outbox',
  'forwardings',
  'rejected_items',
  'feedback',
  'feedback_tokens',
  'comparative_experiments',
  'trace_shares',
  'pinned_traces',
  'attachments',
  'projects',
  'deleted_projects',
  'rollups',
  'exchanges',
  'saved_views',
  'feedback_configs',
  'search_queue',
  'trace_labels',
  'unread_metadata',
  'uncounted_traces',
  'payload_blocks',
  'span_payloads',
  'spans',
  'traces',
  'deleted_traces',
  'store_items',
  'mcp_servers',
  'tool_writes',
  'job_leases',
  'value_blocks',
  'checkpoint_writes',
  'checkpoint_blobs',
  'checkpoints',
  'run_events',
  'runs',
  'threads',
  'deleted_threads',
  'settings',
  'model_prices',
  'connections',
  'tools',
  'graphs',
  'agent_versions',
  'draft_revisions',
  'agents',
] as const

const empty = (db: Db) =>
  atomic(db, [
    ...tables.map((table) => db.deleteFrom(table)),
    db.deleteFrom('workspaces').where('id', '!=', DEFAULT_WORKSPACE),
  ])
