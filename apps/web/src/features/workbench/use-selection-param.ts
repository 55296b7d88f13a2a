import { useEffect, useRef, useState } from 'react'
import { hasCard, EMPTY_SELECTION, singleSelection, selectNode } from './store/selection.ts'
import type { WorkbenchStore } from './store/workbench-store.ts'
import { useNodeParam, useSetSearch } from './use-workbench-search.ts'

const PAUSE_MS = 150

/** Keeps the selected node in the address, and follows changes of the address. */
export function useSelectionParam(store: WorkbenchStore): void {
  const param = useNodeParam()
  const setSearch = useSetSearch()
  // The selection may change before the address update arrives.
  const [echoes] = useState(() => createEchoes<string | undefined>())
  const address = useRef(param)

  useEffect(() => {
    address.current = param
    if (echoes.isEcho(param)) return
    const { selection, document } = store.getState()
    if (selectedNode(store) === param) return
    if (param === undefined) {
      if (selection.nodes.length === 1) store.select(EMPTY_SELECTION)
    } else if (hasCard(document, param)) store.select(selectNode(param))
  }, [store, param, echoes])

  useEffect(() => {
    let timer: number | undefined
    let lastParam = selectedNode(store)
    const writeParam = (id: string | undefined) => {
      if (id === address.current) return
      address.current = id
      echoes.say(id)
      setSearch({ node: id })
    }
    const stop = store.subscribe(() => {
      const id = selectedNode(store)
      if (id === lastParam) return
      lastParam = id
      window.clearTimeout(timer)
      timer = window.setTimeout(() => writeParam(id), PAUSE_MS)
    })
    return () => {
      stop()
      window.clearTimeout(timer)
    }
  }, [store, setSearch, echoes])
}

function selectedNode(store: WorkbenchStore): string | undefined {
  const selected = singleSelection(store.getState().selection)
  return selected?.type === 'node' ? selected.id : undefined
}

/** Recognizes the delayed updates of the address caused here. Updates arrive in order. */
export function createEchoes<Value>() {
  let sentValues: Value[] = []
  return {
    say: (value: Value): void => {
      sentValues.push(value)
    },
    isEcho: (value: Value): boolean => {
      const index = sentValues.indexOf(value)
      sentValues = sentValues.slice(index + 1)
      return index >= 0
    },
  }
}
