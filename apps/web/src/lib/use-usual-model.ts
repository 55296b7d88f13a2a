import { skipToken, useQuery } from '@tanstack/react-query'
import { api } from './api.ts'

/**
 * What is asked where nobody said: a provider somebody connected before the demo connection. Its model is named
 * where it has but one, for what another costs is not ours to choose.
 */
export function useUsualModel(): { connection: string; name: string; isDemo: boolean } | null {
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
      isDemo: false,
    }
  const [demo] = connections
  return demo ? { connection: demo.name, name: 'demo-1', isDemo: true } : null
}
