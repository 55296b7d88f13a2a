import { skipToken, useQuery } from '@tanstack/react-query'
import { api } from './api.ts'

/**
 * The default model: the first connection of the user, otherwise the demo connection. The model is
 * named only if the connection has exactly one, because another might cost more than expected.
 */
export function useDefaultModel(): { connection: string; name: string; isDemo: boolean } | null {
  const { data: connections = [] } = useQuery(api.models.connections.queryOptions())
  const userConnection = connections.find(({ isBuiltIn }) => !isBuiltIn)
  const { data: models = [] } = useQuery(
    api.models.list.queryOptions({ input: userConnection ? { id: userConnection.id } : skipToken }),
  )
  const [firstModel, ...otherModels] = models
  if (userConnection)
    return {
      connection: userConnection.name,
      name: otherModels.length === 0 ? (firstModel?.id ?? '') : '',
      isDemo: false,
    }
  const [demo] = connections
  return demo ? { connection: demo.name, name: 'demo-1', isDemo: true } : null
}
