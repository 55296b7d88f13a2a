import type { Example, ExamplePut } from '@lathe/contract'
import {
  type InfiniteData,
  matchQuery,
  notifyManager,
  type QueryClient,
  type QueryKey,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { api, client } from '../../../lib/api/api.ts'
import { type Change, noteOwn, remember, runInOrder } from './steps.ts'

/** The last saved version of an example, undefined if it is new, and the version to save. */
export type Edit = { before: Example | undefined; after: Example }

const asPut = ({ id, inputs, reference, metadata, splits, files }: Example): ExamplePut => ({
  id,
  inputs,
  reference,
  metadata,
  splits,
  files,
})

/** Every change creates a version, and so does undoing it. */
export function useChange(datasetId: string) {
  const queries = useQueryClient()
  const examples = { queryKey: api.datasets.examples.key() }
  const send = async ({ put = [], remove = [], message }: Change) => {
    try {
      const result = await client.datasets.change({ dataset: datasetId, put, remove, message })
      noteOwn([...result.ids, ...remove], result.version)
      return result
    } catch (error) {
      // Show the conflicting version.
      void queries.invalidateQueries(examples)
      throw error
    }
  }
  const refreshLists = () => {
    // Counts take longer for large datasets, so refetch them without waiting.
    void queries.invalidateQueries({
      queryKey: api.datasets.key(),
      predicate: (query) => !matchQuery(examples, query),
    })
    return queries.invalidateQueries(examples)
  }
  const { mutateAsync, isPending } = useMutation({
    mutationFn: async (change: Change) => {
      const result = await send(change)
      await refreshLists()
      return result
    },
  })

  const add = (put: ExamplePut[], message: string) =>
    runInOrder(async () => {
      const result = await mutateAsync({ put, message })
      const withIds = put.map((example, index) => ({ ...example, id: result.ids[index] }))
      remember(
        datasetId,
        { put: withIds, message },
        { remove: result.ids, message: `Undo: ${message}` },
      )
      return result.ids
    })
  /**
   * Fails with CONFLICT if an example changed since its `after` was based on it. `onMade` runs when
   * the lists contain the new version. Calls run in turn. Edits with the same `together` are undone
   * together.
   */
  const edit = async (
    edits: readonly Edit[],
    onSaved: (version: number) => void,
    groupId?: string,
  ) => {
    const message = changeMessage(edits)
    const put = edits.map(({ after }) => asPut(after))
    const { version } = await send({
      put: edits.map(({ after }) => ({
        ...asPut(after),
        ...(after.version > 0 && { base: after.version }),
      })),
      message,
    })
    remember(
      datasetId,
      { put, message },
      {
        put: edits.flatMap(({ before }) => (before ? [asPut(before)] : [])),
        remove: edits.flatMap(({ before, after }) => (before ? [] : [after.id])),
        message: `Undo: ${message}`,
      },
      groupId,
    )
    await new Promise<void>((resolve) => {
      notifyManager.batch(() => {
        listSaved(
          queries,
          edits.map(({ after }) => ({ ...after, version })),
        )
        notifyManager.schedule(() => resolve(onSaved(version)))
      })
    })
    void refreshLists()
  }
  const remove = (examples: readonly Example[]) =>
    runInOrder(async () => {
      const ids = examples.map(({ id }) => id)
      const message = ids.length === 1 ? 'Removed an example' : `Removed ${ids.length} examples`
      await mutateAsync({ remove: ids, message })
      remember(
        datasetId,
        { remove: ids, message },
        { put: examples.map(asPut), message: `Undo: ${message}` },
      )
    })
  return { add, edit, remove, isPending, commit: mutateAsync }
}

function changeMessage(edits: readonly Edit[]): string {
  const isNew = edits.every(({ before }) => before === undefined)
  const subject = edits.length === 1 ? 'an example' : `${edits.length} examples`
  return `${isNew ? 'Added' : 'Edited'} ${subject}`
}

type Page = { items: Example[]; total: number; version: number }

/** Updates the cached lists with saved examples before they are refetched. */
function listSaved(queries: QueryClient, saved: readonly Example[]): void {
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
