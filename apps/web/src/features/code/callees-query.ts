import type { Callees, GraphDocument } from '@lathe/contract'
import { calleeRefs, NO_CALLEES } from '@lathe/graph'
import { queryOptions } from '@tanstack/react-query'
import { api, client } from '../../lib/api.ts'

/** The agents a document calls, as they are now; most call none, and nobody is asked. */
export function calleesQuery(document: GraphDocument) {
  const refs = calleeRefs(document)
  return queryOptions({
    queryKey: api.agents.callees.queryKey({ input: { refs } }),
    queryFn: async (): Promise<Callees> =>
      refs.length === 0 ? NO_CALLEES : client.agents.callees({ refs }),
  })
}
