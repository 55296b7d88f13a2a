import type { GraphDocument } from '@lathe/contract'
import { queryOptions } from '@tanstack/react-query'
import { api, client } from '../../lib/api.ts'
import type { Side } from './sides.ts'

/** Not the document of a new agent, which already has a channel. */
const NOTHING: GraphDocument = {
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
      side === 'empty' ? NOTHING : fetchDocument(agent, side),
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
