import type { Problem } from '@lathe/contract'
import { useCallback } from 'react'
import { keyOfEdge } from '../store/edge-keys.ts'
import { NOTHING, selectEdge, selectNode } from '../store/selection.ts'
import { useSetSearch } from '../use-workbench-search.ts'
import { useWorkbench } from '../workbench-context.ts'
import { focusField } from './focus-field.ts'

/** Selects what a problem is about, opens its form and puts the cursor into the field. */
export function useShowProblem() {
  const { store } = useWorkbench()
  const setSearch = useSetSearch()

  return useCallback(
    ({ place }: Pick<Problem, 'place'>) => {
      const { document } = store.getState()
      const edge = place.edge === undefined ? undefined : keyOfEdge(document, place.edge)
      if (place.node !== undefined) store.select(selectNode(place.node))
      else if (edge !== undefined) store.select(selectEdge(edge))
      else store.select(NOTHING)
      const isInNode = place.node !== undefined || edge !== undefined
      setSearch({ tab: isInNode ? 'node' : 'state' })
      focusField(isInNode ? place.field : place.channel)
    },
    [store, setSearch],
  )
}
