import type { Run } from '@lathe/contract'

export type ForkRun = {
  run: Pick<Run, 'id' | 'title' | 'status' | 'version' | 'createdAt'>
  /** The run that left the checkpoint it started from; null where that is not known any more. */
  from: string | null
}

export type Branch = ForkRun & { depth: number }

/** The forks of a run, those of each fork beneath it. */
export function branchesOf(runId: string, forks: readonly ForkRun[], depth = 0): Branch[] {
  return forks
    .filter(({ from, run }) => from === runId && run.id !== runId)
    .flatMap((fork) => [{ ...fork, depth }, ...branchesOf(fork.run.id, forks, depth + 1)])
}
