import type { Collection } from '@lathe/contract'
import type { Db } from '../platform/db/db.ts'
import { seed } from '../seed.ts'
import { DEFAULT_WORKSPACE } from '../platform/db/schema.ts'
import { startRunningApp } from './running-app.ts'

type RunningApp = Awaited<ReturnType<typeof startRunningApp>>

export type KnowledgeApp = Awaited<ReturnType<typeof startKnowledgeApp>>

export const DEMO_EMBEDDING = { connection: 'demo', model: 'demo-embedding' }

/** Starts the app with a listening mock provider, so that texts are embedded over HTTP. */
export async function startKnowledgeApp(db: Db) {
  await seed(db, DEFAULT_WORKSPACE, async () => [])
  const app = await startRunningApp(db)
  const server = await app.serve()
  const close = async () => {
    await app.stop()
    await server.close()
  }
  return { ...app, close }
}

export const addText = (
  { client }: Pick<RunningApp, 'client'>,
  id: string,
  name: string,
  text: string,
  metadata = {},
) => client.knowledge.addDocument({ id, source: { type: 'text', name, text }, metadata })

/** Resolves when indexing is done. */
export async function indexed(
  { client }: Pick<RunningApp, 'client'>,
  id: string,
): Promise<Collection> {
  for (;;) {
    const collection = await client.knowledge.collection({ id })
    if (!collection.progress) return collection
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
