import { getRouteApi } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useWhileCurrent } from '../../lib/browser/use-while-current.ts'

const route = getRouteApi('/agents/$agent')

/** `node`, `data` and `test` are views of the selection. */
const TABS = ['run', 'node', 'data', 'test', 'state', 'problems', 'json'] as const
export type WorkbenchTab = (typeof TABS)[number]

const INSPECTOR_TABS = ['node', 'data', 'test'] as const
type InspectorTab = (typeof INSPECTOR_TABS)[number]

export const isInspectorTab = (tab: WorkbenchTab): tab is InspectorTab =>
  INSPECTOR_TABS.some((inspectorTab) => inspectorTab === tab)

type WorkbenchSearch = {
  node?: string | undefined
  tab?: WorkbenchTab | undefined
  thread?: string | undefined
  run?: string | undefined
}

const isTab = (value: unknown): value is WorkbenchTab => TABS.some((tab) => tab === value)

export const useTab = (): WorkbenchTab =>
  route.useSearch({ select: ({ tab }) => (isTab(tab) ? tab : 'run') })

export const useThreadId = () => route.useSearch({ select: (search) => search.thread })
export const useRunId = () => route.useSearch({ select: (search) => search.run })
export const useNodeParam = () => route.useSearch({ select: (search) => search.node })
export const useAgentParam = () => route.useParams({ select: (params) => params.agent })

/**
 * Changes the address. Replaces the history entry unless the Back button should revert the change.
 */
export function useSetSearch() {
  const navigate = route.useNavigate()
  const whileHere = useWhileCurrent()
  return useCallback(
    (change: WorkbenchSearch, mode: 'replace' | 'push' = 'replace') =>
      whileHere(() =>
        navigate({ search: (current) => ({ ...current, ...change }), replace: mode === 'replace' }),
      ),
    [navigate, whileHere],
  )
}
