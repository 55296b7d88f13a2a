import type { RunDetail } from '@lathe/contract'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { useSetSearch } from '../use-workbench-search.ts'

/** Shows a run that has just been started, and has lists of runs and threads read again. */
export function useShowStarted() {
  const setSearch = useSetSearch()
  const queries = useQueryClient()
  return (run: RunDetail) => {
    queries.setQueryData(api.runs.get.queryKey({ input: { id: run.id } }), run)
    setSearch({ thread: run.threadId, run: run.id })
    void queries.invalidateQueries({ queryKey: api.runs.list.key() })
    void queries.invalidateQueries({ queryKey: api.threads.key() })
  }
}
