import * as z from 'zod'
import { AgentCaller, nameInUse } from '../agents/agents.ts'
import {
  Chunk,
  Chunking,
  Collection,
  CollectionName,
  DocumentKind,
  DocumentMetadata,
  DocumentName,
  DocumentSource,
  Embedding,
  FoundChunk,
  KnowledgeDocument,
  Passage,
  SearchQuery,
} from './collections.ts'
import { byId, Id, page } from '../common.ts'
import { commonErrors, notFound, RunError } from '../errors.ts'
import { route } from '../route.ts'
import { Spending } from '../traces/spending.ts'

const collectionFields = {
  name: CollectionName,
  description: z.string().trim().max(2_000),
  embedding: Embedding,
  chunking: Chunking,
}
const nameTaken = { NAME_TAKEN: { status: 409, message: 'Another collection has this name' } }
const unreadable = {
  UNREADABLE: {
    status: 422,
    message: 'The document cannot be read',
    data: z.object({ error: RunError }),
  },
}
const errors = { ...commonErrors, ...notFound.collection }
const documentErrors = { ...commonErrors, ...notFound.document }

export const knowledge = {
  collections: route('GET', '/collections', 'List collections')
    .errors(commonErrors)
    .output(z.array(Collection)),

  collection: route('GET', '/collections/{id}', 'Get a collection')
    .input(byId)
    .errors(errors)
    .output(Collection),

  createCollection: route('POST', '/collections', 'Add a collection')
    .input(
      z.strictObject({
        ...collectionFields,
        description: collectionFields.description.default(''),
        chunking: Chunking.prefault({}),
      }),
    )
    .errors({ ...commonErrors, ...nameTaken })
    .output(Collection),

  editCollection: route(
    'PATCH',
    '/collections/{id}',
    'Change a collection; its index stays unchanged',
    'Renaming a collection that agents use requires `confirm: true`.',
  )
    .input(
      z.strictObject({
        id: Id,
        name: collectionFields.name.optional(),
        description: collectionFields.description.optional(),
        embedding: Embedding.optional(),
        chunking: Chunking.optional(),
        /**
         * Renames it although agents refer to it. A word of a prompt can look like a reference by
         * chance.
         */
        confirm: z.boolean().default(false),
      }),
    )
    .errors({ ...errors, ...nameTaken, ...nameInUse })
    .output(Collection),

  deleteCollection: route(
    'DELETE',
    '/collections/{id}',
    'Delete a collection; `restore` brings it back',
  )
    .input(byId)
    .errors(errors)
    .output(z.object({ usedBy: z.array(AgentCaller) })),

  /** Includes nodes with the tool `knowledge_search` that name the collection. */
  uses: route('GET', '/collections/{id}/uses', 'List the agents and nodes that search a collection')
    .input(byId)
    .errors(errors)
    .output(z.array(AgentCaller)),

  restoreCollection: route('POST', '/collections/{id}/restore', 'Restore a deleted collection')
    .input(byId)
    .errors({ ...errors, ...nameTaken })
    .output(Collection),

  documents: route(
    'GET',
    '/collections/{id}/documents',
    'List documents of a collection, newest first',
  )
    .input(z.strictObject({ id: Id, ...page }))
    .errors(errors)
    .output(z.object({ items: z.array(KnowledgeDocument), hasMore: z.boolean() })),

  preview: route(
    'POST',
    '/collections/preview',
    'Preview the text and chunks of a document without storing it',
  )
    .input(z.strictObject({ source: DocumentSource, chunking: Chunking }))
    .errors({ ...commonErrors, ...unreadable })
    .output(
      z.object({
        name: z.string(),
        kind: DocumentKind,
        characters: z.int(),
        /** Notes on how it was parsed, such as its encoding and pages. */
        notes: z.array(z.string()),
        count: z.int(),
        /** The first chunks. */
        chunks: z.array(Chunk),
      }),
    ),

  addDocument: route('POST', '/collections/{id}/documents', 'Add a document and index it')
    .input(
      z.strictObject({ id: Id, source: DocumentSource, metadata: DocumentMetadata.default({}) }),
    )
    .errors({
      ...errors,
      ...unreadable,
      ALREADY_THERE: {
        status: 409,
        message: 'The collection already contains this text',
        data: z.object({ documentId: Id, name: z.string() }),
      },
    })
    .output(KnowledgeDocument),

  document: route('GET', '/documents/{id}', 'Get a document with its text and first chunks')
    .input(byId)
    .errors(documentErrors)
    .output(
      KnowledgeDocument.extend({
        /** Truncated if long. */
        text: z.string(),
        firstChunks: z.array(Chunk),
      }),
    ),

  editDocument: route('PATCH', '/documents/{id}', 'Rename a document or change its metadata')
    .input(
      z.strictObject({
        id: Id,
        name: DocumentName.optional(),
        metadata: DocumentMetadata.optional(),
      }),
    )
    .errors(documentErrors)
    .output(KnowledgeDocument),

  refreshDocument: route('POST', '/documents/{id}/refresh', 'Fetch the page of a document again')
    .input(byId)
    .errors({
      ...documentErrors,
      ...unreadable,
      NO_ADDRESS: { status: 409, message: 'This document was not fetched from a URL' },
    })
    .output(KnowledgeDocument),

  /** Also deletes its chunks. `restore` brings it back for a day. */
  deleteDocument: route('DELETE', '/documents/{id}', 'Delete a document; it can be restored')
    .input(byId)
    .errors(documentErrors)
    .output(z.object({})),

  restoreDocument: route('POST', '/documents/{id}/restore', 'Restore a deleted document')
    .input(byId)
    .errors({
      ...documentErrors,
      ALREADY_THERE: { status: 409, message: 'The same text has been added since' },
    })
    .output(KnowledgeDocument),

  index: route('POST', '/collections/{id}/index', 'Index chunks that the current settings require')
    .input(byId)
    .errors(errors)
    .output(Collection),

  stopIndexing: route('POST', '/collections/{id}/index/stop', 'Stop indexing; finished chunks stay')
    .input(byId)
    .errors(errors)
    .output(Collection),

  passages: route(
    'GET',
    '/collections/{id}/passages',
    'List all chunks in order with their vectors',
  )
    .input(
      z.strictObject({
        id: Id,
        after: z.coerce.number().int().nonnegative().default(0),
        limit: z.coerce.number().int().min(1).max(200).default(100),
      }),
    )
    .errors(errors)
    .output(
      z.object({
        /** The model that created the vectors. Null without vectors. */
        embedding: Embedding.nullable(),
        items: z.array(Passage),
        /** Cursor of the next page. Null at the end. */
        after: z.int().nullable(),
      }),
    ),

  search: route('POST', '/collections/{id}/search', 'Search by vector and full text')
    .input(z.strictObject({ id: Id, ...SearchQuery.shape }))
    .errors({
      ...errors,
      SEARCH_FAILED: {
        status: 502,
        message: 'The search failed',
        data: z.object({ error: RunError }),
      },
    })
    .output(
      z.object({
        chunks: z.array(FoundChunk),
        /** Reason the query could not be embedded. Results then match by full text only. */
        embeddingError: RunError.nullable(),
        /** Tokens of the query. Null if the provider does not report them. */
        tokens: z.int().nullable(),
        ...Spending.shape,
        durationMs: z.number(),
      }),
    ),
}
