import { RunFromIcon } from '../run-from/run-from-icon.tsx'
import { useRun } from '../workbench-context.ts'

/** Runs the draft from the last time the shown run got to this node. */
export function RunFromTool({ id }: { id: string }) {
  const runId = useRun((state) => state.runId)
  const superstep = useRun(({ view }) => view.nodes[id]?.supersteps.at(-1))
  const isLive = useRun(({ view }) => view.status === 'running' || view.status === 'pending')
  if (runId === undefined || superstep === undefined || isLive) return null
  return <RunFromIcon place={{ runId, superstep }} label="Run from here" keys="r" />
}
