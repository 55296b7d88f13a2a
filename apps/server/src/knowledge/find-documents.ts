import type { FindDocuments } from '@lathe/engine'
import { findCollection } from './collections.store.ts'
import { searchCollection, type SearchNeeds } from './search.ts'

/** Creates the document search for runs and tools. */
export const createFindDocuments =
  (needs: SearchNeeds): FindDocuments =>
  async (workspaceId, { collection: name, ...search }, how) => {
    const collection = await findCollection(needs.db, workspaceId, { name })
    if (!collection) return { ok: false, error: noCollection(name), embedding: null }
    return searchCollection(needs, collection, search, how)
  }

const noCollection = (name: string) => ({
  code: 'GRAPH_INVALID' as const,
  message: `No collection \`${name}\``,
  hint: 'Add it under Knowledge, or choose another collection.',
  retryable: false,
})
