import { toSpending } from '@lathe/traces'
import { embeddingCost } from '../models/embedding-cost.ts'
import { renameRefusal } from '../agents/agent-uses.ts'
import { isUniqueViolation } from '../platform/db/unique-violation.ts'
import { fromJson, fromJsonOrNull, toJson } from '../platform/db/json.ts'
import { api, type Context } from '../api/context.ts'
import { now } from '../platform/time.ts'
import { listPassages } from './chunks.store.ts'
import { listCollectionUses } from './collection-uses.store.ts'
import {
  editCollection,
  findCollection,
  insertCollection,
  listCollections,
  restoreCollection,
  type CollectionRow,
} from './collections.store.ts'
import { forgetFailures } from './documents.store.ts'
import { searchCollection } from './search.ts'
import { toCollections } from './to-collection.ts'
import { toPassage } from './to-passage.ts'

const CONFIRM_HINT = 'Change the agents first, or send `confirm: true` to rename it anyway'

export const collectionRoutes = {
  collections: api.knowledge.collections.handler(async ({ context }) =>
    toCollections(context.db, await listCollections(context.db, context.workspaceId)),
  ),

  collection: api.knowledge.collection.handler(async ({ input, context, errors }) =>
    answer(context, await getCollection(context, input.id, errors)),
  ),

  createCollection: api.knowledge.createCollection.handler(async ({ input, context, errors }) => {
    const { name, description, ...settings } = input
    const { db, workspaceId } = context
    const row = await insertCollection(db, workspaceId, { name, description, settings })
    if (!row) throw errors.NAME_TAKEN()
    return answer(context, row)
  }),

  editCollection: api.knowledge.editCollection.handler(async ({ input, context, errors }) => {
    const { db, workspaceId } = context
    const known = await getCollection(context, input.id, errors)
    if (input.name !== undefined && input.name !== known.name && !input.confirm) {
      const usedBy = await listCollectionUses(db, workspaceId, known.name)
      if (usedBy.length > 0)
        throw errors.NAME_IN_USE(renameRefusal(known.name, usedBy, CONFIRM_HINT))
    }
    const settings = {
      ...fromJson(known.settings),
      ...(input.embedding && { embedding: input.embedding }),
      ...(input.chunking && { chunking: input.chunking }),
    }
    const change = {
      name: input.name,
      description: input.description,
      settings: toJson(settings),
    }
    try {
      const row = await editCollection(db, workspaceId, input.id, change)
      if (!row) throw errors.NO_SUCH_COLLECTION()
      return await answer(context, row)
    } catch (error) {
      throw isUniqueViolation(error) ? errors.NAME_TAKEN() : error
    }
  }),

  deleteCollection: api.knowledge.deleteCollection.handler(async ({ input, context, errors }) => {
    const { db, workspaceId, indexing } = context
    const change = { deleted_at: now(), is_indexing: 0 }
    const row = await editCollection(db, workspaceId, input.id, change)
    if (!row) throw errors.NO_SUCH_COLLECTION()
    await indexing.stop(row.id)
    return { usedBy: await listCollectionUses(db, workspaceId, row.name) }
  }),

  uses: api.knowledge.uses.handler(async ({ input, context, errors }) => {
    const { name } = await getCollection(context, input.id, errors)
    return listCollectionUses(context.db, context.workspaceId, name)
  }),

  restoreCollection: api.knowledge.restoreCollection.handler(async ({ input, context, errors }) => {
    try {
      const row = await restoreCollection(context.db, context.workspaceId, input.id)
      if (!row) throw errors.NO_SUCH_COLLECTION()
      return await answer(context, row)
    } catch (error) {
      throw isUniqueViolation(error) ? errors.NAME_TAKEN() : error
    }
  }),

  index: api.knowledge.index.handler(async ({ input, context, errors }) => {
    const row = await getCollection(context, input.id, errors)
    await forgetFailures(context.db, row.id)
    return answer(context, await startIndexing(context, row))
  }),

  stopIndexing: api.knowledge.stopIndexing.handler(async ({ input, context, errors }) => {
    const { db, workspaceId, indexing } = context
    const row = await editCollection(db, workspaceId, input.id, { is_indexing: 0 })
    if (!row) throw errors.NO_SUCH_COLLECTION()
    await indexing.stop(row.id)
    return answer(context, row)
  }),

  passages: api.knowledge.passages.handler(async ({ input, context, errors }) => {
    const { id, after, limit } = input
    const row = await getCollection(context, id, errors)
    const index = fromJsonOrNull(row.active_index)
    if (!index) return { embedding: null, items: [], after: null }
    const place = { collectionId: row.id, key: index.key, after, limit }
    const rows = await listPassages(context.db, place)
    const items = rows.slice(0, limit)
    const isMore = rows.length > limit
    const next = isMore ? (items.at(-1)?.seq ?? null) : null
    return { embedding: index.embedding, items: items.map(toPassage), after: next }
  }),

  search: api.knowledge.search.handler(async ({ input, context, errors, signal }) => {
    const { id, ...search } = input
    const began = performance.now()
    const row = await getCollection(context, id, errors)
    const found = await searchCollection(context, row, search, { signal })
    if (!found.ok) throw errors.SEARCH_FAILED({ data: { error: found.error } })
    const { chunks, embedding, embeddingError = null } = found
    const tokens = embedding ? embedding.tokens : 0
    const cost = await embeddingCost(context, embedding?.model ?? '', tokens)
    const durationMs = Math.round((performance.now() - began) * 10) / 10
    return { chunks, embeddingError, tokens, ...toSpending(cost), durationMs }
  }),
}

export async function getCollection(
  { db, workspaceId }: Context,
  id: string,
  errors: { NO_SUCH_COLLECTION: () => Error },
): Promise<CollectionRow> {
  const row = await findCollection(db, workspaceId, { id })
  if (!row) throw errors.NO_SUCH_COLLECTION()
  return row
}

/** Marks the collection for indexing and starts the job. */
export async function startIndexing(
  { db, indexing, workspaceId }: Context,
  row: CollectionRow,
): Promise<CollectionRow> {
  const started = await editCollection(db, workspaceId, row.id, { is_indexing: 1, error: null })
  indexing.start(workspaceId, row.id)
  return started ?? row
}

async function answer({ db }: Context, row: CollectionRow) {
  const [collection] = await toCollections(db, [row])
  if (!collection) throw new Error('A collection disappeared during the request')
  return collection
}
