import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../../lib/api/api.ts'
import { treeRows } from './tree-rows.ts'

const REFRESH_MS = 3_000
const LIVE_STATUSES = new Set(['pending', 'running', 'interrupted'])

/** The checkpoint tree of a thread. It grows while a run is active. */
export function useTree(id: string) {
  const input = { id }
  const { data: turns } = useSuspenseQuery(
    api.threads.turns.queryOptions({
      input,
      refetchInterval: ({ state }) =>
        state.data?.some(({ run }) => LIVE_STATUSES.has(run.status)) ? REFRESH_MS : false,
    }),
  )
  const isLive = turns.some(({ run }) => LIVE_STATUSES.has(run.status))
  const { data } = useSuspenseQuery(
    api.threads.tree.queryOptions({ input, refetchInterval: isLive ? REFRESH_MS : false }),
  )
  const { items, hasMore } = data
  const { rows, width } = useMemo(() => treeRows(items, turns), [items, turns])
  return { rows, width, nodes: items, hasMore }
}

export type ThreadTree = ReturnType<typeof useTree>
