import type { CalledAgents, Collection, Embedding, GraphDocument, Passage } from '@lathe/contract'
import { MOST_PASSAGES } from './options.ts'
import type { ExportedCollection } from './options.ts'
import { collectionsUsed, isSearching } from './used.ts'

type Page = { embedding: Embedding | null; items: readonly Passage[]; after: number | null }

/** The API's procedures for collections. */
export type CollectionSource = {
  collections: () => Promise<readonly Pick<Collection, 'id' | 'name' | 'chunks'>[]>
  passages: (asked: { id: string; after: number }) => Promise<Page>
}

/** Loads the collections that a graph's project contains. */
export async function loadCollections(
  document: GraphDocument,
  calledAgents: CalledAgents,
  source: CollectionSource,
): Promise<ExportedCollection[]> {
  if (!isSearching(document, calledAgents)) return []
  const storedCollections = await source.collections()
  const used = new Set(
    collectionsUsed(
      document,
      calledAgents,
      storedCollections.map(({ name }) => name),
    ),
  )
  return Promise.all(
    storedCollections
      .filter(({ name }) => used.has(name))
      .map(({ id, name, chunks }) => load(source, { id, name, count: chunks })),
  )
}

async function load(
  source: CollectionSource,
  { id, name, count }: { id: string; name: string; count: number },
): Promise<ExportedCollection> {
  const passages: Passage[] = []
  if (count > MOST_PASSAGES) return { name, embedding: null, count, passages }
  let embedding: Embedding | null = null
  for (let after: number | null = 0; after !== null;) {
    const page: Page = await source.passages({ id, after })
    embedding = page.embedding
    passages.push(...page.items)
    after = page.after
  }
  return { name, embedding, count: passages.length, passages }
}
