import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, inject } from 'vitest'
import { atomic } from '../db/atomic.ts'
import type { Db } from '../db/db.ts'
import { type DatabaseConfig, openDatabase } from '../db/open.ts'
import { DEFAULT_WORKSPACE } from '../db/schema.ts'

export const engines = ['sqlite', 'postgres'] as const
export type Engine = (typeof engines)[number]

/**
 * Runs the tests on both engines. Each test gets a migrated database with nothing in it but the
 * default workspace; it is opened once for the file, so call `db()` inside the tests:
 *
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

/** One database for all tests of a file or a group; call what it gives inside the tests. */
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

/** A database of its own, not yet opened: for tests that open it more than once. */
export async function createDatabase(
  engine: Engine,
): Promise<{ config: DatabaseConfig; remove: () => Promise<void> }> {
  if (engine === 'sqlite') {
    const folder = await mkdtemp(join(tmpdir(), 'lathe-test-'))
    return {
      config: { file: join(folder, 'lathe.db') },
      remove: () => rm(folder, { recursive: true, force: true }),
    }
  }

  const name = `test_${randomUUID().replaceAll('-', '')}`
  const url = new URL(inject('postgresUrl'))
  await runOnServer(url, `create database ${name}`)
  const own = new URL(url)
  own.pathname = name
  return {
    config: { url: own.href },
    remove: () => runOnServer(url, `drop database ${name} with (force)`),
  }
}

async function runOnServer(url: URL, statement: string) {
  const client = new Client({ connectionString: url.href })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
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
  'attachments',
  'projects',
  'rollups',
  'exchanges',
  'saved_views',
  'search_queue',
  'trace_labels',
  'span_payloads',
  'spans',
  'traces',
  'store_items',
  'mcp_servers',
  'tool_writes',
  'job_leases',
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
