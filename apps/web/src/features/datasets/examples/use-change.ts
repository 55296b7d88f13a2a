import type { Example, ExamplePut } from '@lathe/contract'
import { matchQuery, notifyManager, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, client } from '../../../lib/api/api.ts'
import { listSaved } from './listed.ts'
import { type Change, runInOrder, noteOwn, remember } from './steps.ts'

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
