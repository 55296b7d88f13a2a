import type { Run } from '@lathe/contract'

/** A checkpoint of a thread, without what it holds. */
export type Link = {
  id: string
  parentId: string | null
  /** Who saved it; null where a run was only given it to start from. */
  runId: string | null
  source: string
}

export type Placed = {
  runId: string
  parentId: string | null
  from: string | null
  tip: string | null
}

type Started = Pick<Run, 'id'> & {
  /** The checkpoint it was told to fork; null for the thread's start. */
  fork: string | null | undefined
}

/**
 * Where each run of a thread stands among its branches; runs and checkpoints in the order they were made. One that
 * forks a run in its middle stands beside that run, one that goes on from its end stands behind it.
 */
export function placeTurns(runs: readonly Started[], links: readonly Link[]): Placed[] {
  const byId = new Map(links.map((link) => [link.id, link]))
  const ownOf = Map.groupBy(links, ({ runId }) => runId)
  const placed = new Map<string, Placed>()
  let lastTip: string | null = null

  for (const { id, fork } of runs) {
    const own = ownOf.get(id) ?? []
    const [first] = own
    const planned: string | null = fork === undefined ? lastTip : fork
    const from: string | null = first ? originOf(byId, first.parentId) : planned
    const owner = from === null ? undefined : placed.get(byId.get(from)?.runId ?? '')
    const isInside = owner !== undefined && owner.tip !== from
    const parentId = isInside ? owner.parentId : (owner?.runId ?? null)
    lastTip = own.at(-1)?.id ?? from
    placed.set(id, { runId: id, parentId, from, tip: lastTip })
  }
  return [...placed.values()]
}

/** The copy a run is given to fork from stands for what it copies. */
function originOf(byId: ReadonlyMap<string, Link>, id: string | null): string | null {
  let link = id === null ? undefined : byId.get(id)
  while (link && link.runId === null && link.source === 'fork') {
    link = link.parentId === null ? undefined : byId.get(link.parentId)
  }
  return link?.id ?? null
}
