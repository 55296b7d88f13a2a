import { hash } from 'node:crypto'
import { v7 } from 'uuid'
import { fromJson, fromJsonOrNull, toJson } from '../platform/db/json.ts'
import { api, type Context } from '../api/context.ts'
import { now } from '../platform/time.ts'
import { listChunks } from './chunks.store.ts'
import { findCollection } from './collections.store.ts'
import { getCollection, startIndexing } from './collections.routes.ts'
import {
  editDocument,
  findByHash,
  findDocument,
  insertDocument,
  listDocuments,
  replaceText,
  type DocumentEntry,
  type DocumentRow,
} from './documents.store.ts'
import { hideDocument, restoreDocument } from './deleted-documents.store.ts'
import { readSource } from './read/read-source.ts'
import { toDocuments } from './to-collection.ts'

/** Limits of the preview of a long document. */
const SHOWN_CHARACTERS = 20_000
const SHOWN_CHUNKS = 100

export const documentRoutes = {
  documents: api.knowledge.documents.handler(async ({ input, context, errors }) => {
    const collection = await getCollection(context, input.id, errors)
    const rows = await listDocuments(context.db, collection.id, input)
    const items = await toDocuments(context.db, collection, rows.slice(0, input.limit))
    return { items, hasMore: rows.length > input.limit }
  }),

  preview: api.knowledge.preview.handler(async ({ input, context, errors, signal }) => {
    const read = await readSource(context, input.source, input.chunking, signal)
    if (!read.ok) throw errors.UNREADABLE({ message: read.error.message, data: read })
    const { name, document, chunks } = read
    return {
      name,
      kind: document.kind,
      characters: document.text.length,
      notes: document.notes,
      count: chunks.length,
      chunks: chunks.slice(0, SHOWN_CHUNKS),
    }
  }),

  addDocument: api.knowledge.addDocument.handler(async ({ input, context, errors, signal }) => {
    const collection = await getCollection(context, input.id, errors)
    const read = await readSource(context, input.source, null, signal)
    if (!read.ok) throw errors.UNREADABLE({ message: read.error.message, data: read })
    const { name, url, bytes, document } = read
    const at = now()
    const print = hash('sha256', document.text, 'hex')
    const row = await insertDocument(context.db, {
      id: v7(),
      workspace_id: context.workspaceId,
      collection_id: collection.id,
      name,
      kind: document.kind,
      url,
      text: document.text,
      hash: print,
      bytes,
      characters: document.text.length,
      metadata: toJson(input.metadata),
      index_key: null,
      failed_key: null,
      error: null,
      deleted_at: null,
      created_at: at,
      updated_at: at,
    })
    if (!row) {
      const there = await findByHash(context.db, collection.id, print)
      throw errors.ALREADY_THERE({ data: { documentId: there?.id ?? '', name: there?.name ?? '' } })
    }
    await startIndexing(context, collection)
    return answer(context, row)
  }),

  document: api.knowledge.document.handler(async ({ input, context, errors }) => {
    const row = await getDocument(context, input.id, errors)
    const [collection, document] = await Promise.all([
      collectionOf(context, row),
      answer(context, row),
    ])
    const index = fromJsonOrNull(collection.active_index)
    const firstChunks = index ? await listChunks(context.db, row.id, index.key, SHOWN_CHUNKS) : []
    return { ...document, text: row.text.slice(0, SHOWN_CHARACTERS), firstChunks }
  }),

  editDocument: api.knowledge.editDocument.handler(async ({ input, context, errors }) => {
    const row = await getDocument(context, input.id, errors)
    const metadata = input.metadata ?? fromJson(row.metadata)
    const change = { name: input.name ?? row.name, metadata: toJson(metadata) }
    return answer(context, (await editDocument(context.db, row, change)) ?? row)
  }),

  refreshDocument: api.knowledge.refreshDocument.handler(
    async ({ input, context, errors, signal }) => {
      const row = await getDocument(context, input.id, errors)
      if (row.url === null) throw errors.NO_ADDRESS()
      const read = await readSource(context, { type: 'url', url: row.url }, null, signal)
      if (!read.ok) throw errors.UNREADABLE({ message: read.error.message, data: read })
      const { document, bytes } = read
      const print = hash('sha256', document.text, 'hex')
      if (print !== row.hash && !(await findByHash(context.db, row.collection_id, print))) {
        await replaceText(context.db, row, {
          text: document.text,
          hash: print,
          kind: document.kind,
          bytes,
          characters: document.text.length,
        })
        await startIndexing(context, await collectionOf(context, row))
      }
      return answer(context, (await findDocument(context.db, context.workspaceId, row.id)) ?? row)
    },
  ),

  deleteDocument: api.knowledge.deleteDocument.handler(async ({ input, context, errors }) => {
    await hideDocument(context.db, await getDocument(context, input.id, errors))
    return {}
  }),

  restoreDocument: api.knowledge.restoreDocument.handler(async ({ input, context, errors }) => {
    const restored = await restoreDocument(context.db, context.workspaceId, input.id)
    if (restored !== 'done') throw errors.ALREADY_THERE()
    const row = await getDocument(context, input.id, errors)
    await startIndexing(context, await collectionOf(context, row))
    return answer(context, row)
  }),
}

async function getDocument(
  context: Context,
  id: string,
  errors: { NO_SUCH_DOCUMENT: () => Error },
): Promise<DocumentRow> {
  const row = await findDocument(context.db, context.workspaceId, id)
  if (!row) throw errors.NO_SUCH_DOCUMENT()
  const collection = await findCollection(context.db, context.workspaceId, {
    id: row.collection_id,
  })
  if (!collection) throw errors.NO_SUCH_DOCUMENT()
  return row
}

async function collectionOf({ db, workspaceId }: Context, { collection_id: id }: DocumentEntry) {
  const collection = await findCollection(db, workspaceId, { id })
  if (!collection) throw new Error('A document without a collection')
  return collection
}

async function answer(context: Context, row: DocumentEntry) {
  const [document] = await toDocuments(context.db, await collectionOf(context, row), [row])
  if (!document) throw new Error('A document disappeared during the request')
  return document
}
