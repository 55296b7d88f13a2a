import { skipToken, useQuery } from '@tanstack/react-query'
import { api } from './api.ts'

/**
 * What is asked where nobody said: a provider somebody connected before the one for practice. Its model is named
 * where it has but one, for what another costs is not ours to choose.
 */
export function useUsualModel(): { connection: string; name: string; isPractice: boolean } | null {
  const { data: connections = [] } = useQuery(api.models.connections.queryOptions())
  const own = connections.find(({ isBuiltIn }) => !isBuiltIn)
  const { data: models = [] } = useQuery(
    api.models.list.queryOptions({ input: own ? { id: own.id } : skipToken }),
  )
  const [only, ...others] = models
  if (own)
    return {
      connection: own.name,
      name: others.length === 0 ? (only?.id ?? '') : '',
      isPractice: false,
    }
  const [practice] = connections
  return practice ? { connection: practice.name, name: 'practice-1', isPractice: true } : null
}
