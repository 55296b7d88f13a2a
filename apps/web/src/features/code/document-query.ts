import type { GraphDocument } from '@lathe/contract'
import { queryOptions } from '@tanstack/react-query'
import { api, client } from '../../lib/api.ts'

/** The graph of a version, or of the draft as it is on the server. */
export function documentQuery(agent: string, version: number | undefined) {
  return queryOptions({
    queryKey:
      version === undefined
        ? [...api.agents.draft.key({ input: { agent } }), 'code']
        : [...api.agents.version.key({ input: { agent, number: version } }), 'code'],
    queryFn: async (): Promise<GraphDocument> => {
      const { document } =
        version === undefined
          ? await client.agents.draft({ agent })
          : await client.agents.version({ agent, number: version })
      return document
    },
    staleTime: version === undefined ? 0 : Number.POSITIVE_INFINITY,
  })
}
