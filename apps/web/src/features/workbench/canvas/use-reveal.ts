import { useReactFlow, useStoreApi } from '@xyflow/react'
import { useCallback } from 'react'
import { placesOf } from '../../../lib/node-places.ts'
import { noteIndex } from '../notes.ts'
import { useWorkbench } from '../workbench-context.ts'
import type { Card } from './flow-nodes.ts'
import { panTo } from './pan-to.ts'

/** Moves the view as far as it takes to see cards of the document that were just added. */
export function useReveal() {
  const { store } = useWorkbench()
  const { getViewport, setViewport } = useReactFlow<Card>()
  const flow = useStoreApi()

  return useCallback(
    (ids: readonly string[]) => {
      const { document } = store.getState()
      const places = placesOf(document)
      const placeOf = (id: string) => places[id] ?? document.notes[noteIndex(id) ?? -1]?.at
      const before = getViewport()
      const view = ids.reduce((seen, id) => panTo(seen, flow.getState(), placeOf(id)), before)
      if (view !== before) void setViewport(view, { duration: 120 })
    },
    [store, flow, getViewport, setViewport],
  )
}
