import { useQuery } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import type { Models } from './new-check.ts'

/** What a new check asks: the workspace's first connection, with its models where they are known. */
export function useFirstModels(): Models {
  const { data: connections = [] } = useQuery(api.models.connections.queryOptions())
  const [first] = connections
  const isPractice = first?.isBuiltIn ?? false
  return {
    connection: first?.name ?? '',
    chat: isPractice ? 'practice-1' : '',
    embedding: isPractice ? 'practice-embedding' : '',
  }
}
