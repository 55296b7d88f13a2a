import type { Example } from '@lathe/contract'
import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'
import { api } from '../../../lib/api/api.ts'

type Page = { items: Example[]; total: number; version: number }

/** Updates the cached lists with saved examples before they are refetched. */
export function listSaved(queries: QueryClient, saved: readonly Example[]): void {
  queries.setQueriesData<Page | InfiniteData<Page>>(
    {
      queryKey: api.datasets.examples.key(),
      predicate: ({ queryKey }) => isNewestQuery(queryKey, saved[0]?.datasetId),
    },
    (data) => {
      if (!data) return data
      if (!('pages' in data))
        return replaceSaved(data, new Map(saved.map((example) => [example.id, example])))
      return { ...data, pages: withSaved(data.pages, saved) }
    },
  )
}

const replaceSaved = (page: Page, saved: ReadonlyMap<string, Example>): Page => ({
  ...page,
  items: page.items.map((item) => saved.get(item.id) ?? item),
})

/** Replaces saved examples, and appends new ones if the last page is loaded. */
export function withSaved(pages: readonly Page[], saved: readonly Example[]): Page[] {
  const byId = new Map(saved.map((example) => [example.id, example]))
  const next = pages.map((page) => replaceSaved(page, byId))
  const items = next.flatMap((page) => page.items)
  const last = next.at(-1)
  if (!last || items.length < last.total) return next
  for (const { id } of items) byId.delete(id)
  return next.map((page) => ({
    ...page,
    items: page === last ? [...page.items, ...byId.values()] : page.items,
    total: page.total + byId.size,
  }))
}

function isNewestQuery(key: QueryKey, datasetId: string | undefined): boolean {
  // The cast holds because `api` created these keys.
  const { input } = (key[1] ?? {}) as { input?: { dataset?: string; version?: number } }
  return input?.dataset === datasetId && input?.version === undefined
}
