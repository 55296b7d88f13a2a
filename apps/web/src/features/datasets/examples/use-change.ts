import type { Example, ExamplePut } from '@lathe/contract'
import { matchQuery, notifyManager, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, client } from '../../../lib/api/api.ts'
import { listSaved } from './listed.ts'
import { type Change, inTurn, noteOwn, remember } from './steps.ts'

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
      const made = await client.datasets.change({ dataset: datasetId, put, remove, message })
      noteOwn([...made.ids, ...remove], made.version)
      return made
    } catch (error) {
      // Show the conflicting version.
      void queries.invalidateQueries(examples)
      throw error
    }
  }
  const lookAgain = () => {
    // Counts take longer for large datasets, so refetch them without waiting.
    void queries.invalidateQueries({
      queryKey: api.datasets.key(),
      predicate: (query) => !matchQuery(examples, query),
    })
    return queries.invalidateQueries(examples)
  }
  const { mutateAsync, isPending } = useMutation({
    mutationFn: async (change: Change) => {
      const made = await send(change)
      await lookAgain()
      return made
    },
  })

  const add = (put: ExamplePut[], message: string) =>
    inTurn(async () => {
      const made = await mutateAsync({ put, message })
      const again = put.map((one, index) => ({ ...one, id: made.ids[index] }))
      remember(
        datasetId,
        { put: again, message },
        { remove: made.ids, message: `Undo: ${message}` },
      )
      return made.ids
    })
  /**
   * Fails with CONFLICT if an example changed since its `after` was based on it. `onMade` runs when
   * the lists contain the new version. Calls run in turn. Edits with the same `together` are undone
   * together.
   */
  const edit = async (
    edits: readonly Edit[],
    onMade: (version: number) => void,
    together?: string,
  ) => {
    const message = messageOf(edits)
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
      together,
    )
    await new Promise<void>((resolve) => {
      notifyManager.batch(() => {
        listSaved(
          queries,
          edits.map(({ after }) => ({ ...after, version })),
        )
        notifyManager.schedule(() => resolve(onMade(version)))
      })
    })
    void lookAgain()
  }
  const remove = (examples: readonly Example[]) =>
    inTurn(async () => {
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

function messageOf(edits: readonly Edit[]): string {
  const isNew = edits.every(({ before }) => before === undefined)
  const what = edits.length === 1 ? 'an example' : `${edits.length} examples`
  return `${isNew ? 'Added' : 'Edited'} ${what}`
}
