import type { Collection } from './collection.ts'

/** Searches a collection and numbers the passages, so that an answer can cite them. */
export async function searchCited(
  collections: Readonly<Record<string, Collection>>,
  name: string,
  query: string,
  limit: number,
): Promise<string> {
  const all = Object.values(collections)
  const collection = all.find((candidate) => candidate.name === name)
  if (!collection) {
    const names = all.map((candidate) => candidate.name).join(', ')
    throw new Error(`There is no collection \`${name}\`. The collections are: ${names}.`)
  }
  const found = await collection.search({ query, k: limit })
  if (found.length === 0) return `Nothing was found about ${query}.`
  return found.map(({ n, text, source }) => `[${n}] ${text} (Source: ${source}.)`).join('\n\n')
}
