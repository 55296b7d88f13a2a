/** What is known of a failing call beside its error. */
export type ErrorContext = {
  node?: string
  connection?: { id: string; name: string; baseUrl: string; hasKey?: boolean }
  model?: string
  /** How long the call was allowed to take. */
  timeoutMs?: number
  /** Reading the body, not waiting for it: what is cut now was cut half-way. */
  isStreaming?: boolean
}

export const placeOf = ({ node, connection }: ErrorContext) => ({
  ...(node !== undefined && { node }),
  ...(connection !== undefined && { connectionId: connection.id }),
})

export const providerOf = ({ connection }: ErrorContext): string =>
  connection ? `The provider of connection ${connection.name}` : 'The provider'

export const hostOf = ({ connection }: ErrorContext): string =>
  connection ? (URL.parse(connection.baseUrl)?.host ?? connection.baseUrl) : 'the host'
