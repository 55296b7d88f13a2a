import { camel, namer, OWN_NAMES } from '../parts/names.ts'
import type { ExportedCollection } from './options.ts'

/** A collection with the name of its constant in `collections.ts`. */
export type PlannedCollection = ExportedCollection & { ident: string }

export type PlannedCollections = ReadonlyMap<string, PlannedCollection>

export function planCollections(collections: readonly ExportedCollection[]): PlannedCollections {
  const ident = namer([...OWN_NAMES, 'OpenAIEmbeddings'], 'Documents')
  return new Map(
    collections
      .filter(({ embedding }) => embedding !== null)
      .map((collection) => [
        collection.name,
        { ...collection, ident: ident(camel(collection.name)) },
      ]),
  )
}
