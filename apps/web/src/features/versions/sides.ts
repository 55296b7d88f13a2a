import type { Agent, AgentVersion, GraphDocument } from '@lathe/contract'
import { queryOptions } from '@tanstack/react-query'
import { api, client } from '../../lib/api/api.ts'

/** A version, the draft, or an empty graph. */
export type Side = number | 'draft' | 'empty'

export type Comparison = { from: Side; to: Side }

export const sideName = (side: Side): string =>
  side === 'draft' ? 'Draft' : side === 'empty' ? 'Nothing' : `v${side}`

export const parseSide = (text: string | null | undefined): Side | undefined => {
  if (text === 'draft' || text === 'empty') return text
  return text != null && /^[1-9]\d*$/.test(text) ? Number(text) : undefined
}

/** Returns the version before a side. */
export function sideBefore(side: Side, versions: readonly AgentVersion[]): Side {
  const olderVersion = versions.find(({ number }) => typeof side !== 'number' || number < side)
  return olderVersion?.number ?? 'empty'
}

/** Returns the comparison in the address, or the newest change. */
export function parseComparison(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  agent: Agent,
  versions: readonly AgentVersion[],
): Comparison {
  const newest = versions[0]?.number ?? 'draft'
  const toSide = parseSide(to) ?? (agent.hasDraftChanges ? 'draft' : newest)
  return { from: parseSide(from) ?? sideBefore(toSide, versions), to: toSide }
}

/** Not the document of a new agent, which already has a channel. */
const EMPTY_GRAPH: GraphDocument = {
  format: 1,
  state: {},
  input: [],
  output: [],
  nodes: {},
  edges: [],
  layout: {},
  notes: [],
}

/** Loads the graph of a version, cached forever, or of the draft, refetched. */
export function documentQuery(agent: string, side: Side) {
  return queryOptions({
    queryKey:
      side === 'draft'
        ? [...api.agents.draft.key({ input: { agent } }), 'document']
        : ['version-document', agent, side],
    queryFn: (): Promise<GraphDocument> | GraphDocument =>
      side === 'empty' ? EMPTY_GRAPH : fetchDocument(agent, side),
    staleTime: side === 'draft' ? 0 : Number.POSITIVE_INFINITY,
  })
}

async function fetchDocument(agent: string, side: number | 'draft'): Promise<GraphDocument> {
  const { document } =
    side === 'draft'
      ? await client.agents.draft({ agent })
      : await client.agents.version({ agent, number: side })
  return document
}
