import {
  DEFAULT_RETENTION,
  DEMO_CONNECTION,
  type IndexSettings,
  type Template,
} from '@lathe/contract'
import { hashDocument } from '@lathe/graph'
import { v7 } from 'uuid'
import type { Db, Queries } from './platform/db/db.ts'
import { toJson } from './platform/db/json.ts'
import { insertAgent } from './agents/agents.store.ts'
import { insertVersion } from './agents/versions.store.ts'
import { insertConnection } from './models/connections.store.ts'
import { listPrices } from './models/list-prices/list-prices.ts'
import { addPrices } from './models/prices.store.ts'
import { writeRules } from './traces/retention/retention.store.ts'
import { now } from './platform/time.ts'
import { hash } from 'node:crypto'
import type { Article } from '@lathe-ai/runtime/tools'
import { editCollection, insertCollection } from './knowledge/collections.store.ts'
import { insertDocument } from './knowledge/documents.store.ts'

/** Seeds a new workspace once, so that deleted items stay deleted. Returns whether it was new. */
export async function seed(
  db: Db,
  workspaceId: string,
  templates: () => Promise<readonly Template[]>,
): Promise<boolean> {
  const already = await db
    .selectFrom('settings')
    .select('key')
    .where('workspace_id', '=', workspaceId)
    .where('key', '=', 'seeded')
    .executeTakeFirst()
  if (already) return false

  const agents = await templates()
  const { articles } = await import('@lathe-ai/runtime/tools')
  return await db.transaction().execute(async (trx) => {
    // If several processes start at the same time, the one that inserts this row seeds the
    // workspace.
    const claimed = await trx
      .insertInto('settings')
      .values({
        workspace_id: workspaceId,
        key: 'seeded',
        value: toJson(true),
        updated_at: now(),
      })
      .onConflict((oc) => oc.doNothing())
      .returning('key')
      .executeTakeFirst()
    if (!claimed) return false
    await writeRules(trx, workspaceId, [DEFAULT_RETENTION])
    await addDemoConnection(trx, workspaceId)
    await addPrices(trx, workspaceId, listPrices)
    await seedKnowledge(trx, workspaceId, articles)
    for (const template of agents) await addAgent(trx, workspaceId, template)
    return true
  })
}

async function addDemoConnection(db: Queries, workspaceId: string): Promise<void> {
  const at = now()
  await insertConnection(db, {
    id: v7(),
    workspace_id: workspaceId,
    kind: 'openai-compatible',
    name: DEMO_CONNECTION,
    // Unused: the real address depends on the server's port.
    base_url: 'http://127.0.0.1/demo/v1',
    default_headers: toJson({}),
    timeout_ms: null,
    max_retries: null,
    concurrency: null,
    api_version: null,
    requests_per_minute: null,
    tokens_per_minute: null,
    allow_private: 1,
    is_built_in: 1,
    key_ciphertext: null,
    key_hint: null,
    created_at: at,
    updated_at: at,
  })
}

async function addAgent(db: Queries, workspaceId: string, template: Template): Promise<void> {
  const { slug, name, description, document } = template
  const agent = { slug, name, description, template: slug, document }
  const id = await insertAgent(db, workspaceId, agent)
  if (id === undefined) return
  await insertVersion(db, workspaceId, id, {
    revision: 1,
    hash: hashDocument(document),
    document,
    message: 'Initial version',
    author: 'lathe',
    publish: true,
  })
}

/** The collection that the template with citations searches. */
const HANDBOOK = 'handbook'

const settings: IndexSettings = {
  embedding: { connection: 'demo', model: 'demo-embedding' },
  chunking: { by: 'text', size: 1_000, overlap: 150 },
}

/** Creates the sample collection. It is indexed as soon as the mock provider is available. */
async function seedKnowledge(
  db: Queries,
  workspaceId: string,
  articles: readonly Article[],
): Promise<void> {
  const description = 'Agents, LangGraph and Lathe, and the policies of a shop'
  const collection = { name: HANDBOOK, description, settings }
  const row = await insertCollection(db, workspaceId, collection)
  if (!row) return
  for (const { title, text } of articles) {
    const at = now()
    await insertDocument(db, {
      id: v7(),
      workspace_id: workspaceId,
      collection_id: row.id,
      name: title,
      kind: 'text',
      url: null,
      text,
      hash: hash('sha256', text, 'hex'),
      bytes: Buffer.byteLength(text),
      characters: text.length,
      metadata: toJson({}),
      index_key: null,
      failed_key: null,
      error: null,
      created_at: at,
      updated_at: at,
    })
  }
  await editCollection(db, workspaceId, row.id, { is_indexing: 1 })
}
