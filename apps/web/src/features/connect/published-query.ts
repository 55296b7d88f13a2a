import { queryOptions } from '@tanstack/react-query'
import { client } from '../../lib/api/api.ts'

/** The document that programs call; null while none is published. */
export const publishedQuery = (agent: string) =>
  queryOptions({
    queryKey: ['published document', agent],
    queryFn: async () => {
      const { publishedVersion: number } = await client.agents.get({ agent })
      return number === null ? null : (await client.agents.version({ agent, number })).document
    },
  })
