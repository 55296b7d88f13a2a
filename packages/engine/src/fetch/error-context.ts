import type { ErrorContext } from '../errors/context.ts'
import type { ModelRequest } from './request.ts'

/** Of a call that has a connection, which is every provider call. */
type RequestContext = ErrorContext & Required<Pick<ErrorContext, 'connection'>>

export function errorContext({ connection, kind, name }: ModelRequest): RequestContext {
  const { id, name: connectionName, baseUrl } = connection
  return {
    connection: { id, name: connectionName, baseUrl },
    ...(kind !== 'http' && { model: name }),
  }
}
