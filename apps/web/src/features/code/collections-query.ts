import type { Callees, GraphDocument } from '@lathe/contract'
import { loadCollections } from '@lathe/graph/export'
import { queryOptions } from '@tanstack/react-query'
import { api, client } from '../../lib/api.ts'

/** What a project of the document takes along to search. */
export const collectionsQuery = (document: GraphDocument, callees: Callees) =>
  queryOptions({
    queryKey: [...api.knowledge.passages.key(), { document, callees }],
    queryFn: () => loadCollections(document, callees, client.knowledge),
  })
