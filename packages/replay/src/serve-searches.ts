import { canonical } from './canonical.ts'
import type { Json, JsonObject, RecordedSearch } from './tape.ts'

/** A collection of an exported project, as far as it is touched. */
type Collection = { name: string; search: (search: JsonObject) => Promise<Json> }

const isCollection = (value: unknown): value is Collection =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  'search' in value &&
  typeof value.search === 'function'

/** Puts what was found in the place of searches, until the returned function is called. */
export function serveSearches(
  modules: Readonly<Record<string, unknown>>,
  recorded: readonly RecordedSearch[],
  miss: (text: string) => void,
): () => void {
  const waiting = [...recorded]
  const collections = Object.values(modules).filter(isCollection)
  const own = collections.map(({ search }) => search)
  for (const collection of collections) {
    collection.search = async (search) => {
      const { name } = collection
      const at = waiting.findIndex(
        (known) => known.collection === name && canonical(known.search) === canonical(search),
      )
      const [found] = at === -1 ? [] : waiting.splice(at, 1)
      if (!found) {
        const text = `The recording has no search of ${name} for ${JSON.stringify(search)}`
        miss(text)
        throw new Error(text)
      }
      if (found.error !== null) throw new Error(found.error)
      return found.found
    }
  }
  return () => {
    for (const [index, collection] of collections.entries()) {
      collection.search = own[index] ?? collection.search
    }
  }
}
