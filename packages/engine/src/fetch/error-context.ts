import type { ErrorContext } from '../errors/context.ts'
import type { ModelRequest } from './request.ts'

export function errorContext({ connection, kind, name }: ModelRequest): ErrorContext {
  const { id, name: connectionName, baseUrl } = connection
  return {
    connection: { id, name: connectionName, baseUrl },
    ...(kind !== 'http' && { model: name }),
  }
}
