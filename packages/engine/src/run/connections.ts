import type { GraphDocument } from '@lathe/contract'
import { nodeModel } from '@lathe/nodes'
import { LatheError } from '../errors/lathe-error.ts'
import type { ModelConnection } from '../fetch/request.ts'

/** A longer time would ignore changes of a connection. */
const CACHE_MS = 1_000

export type Connections = {
  /** Returns the connection as of the last second. Undefined if there is none. */
  find(name: string): Promise<ModelConnection | undefined>
}

/** Prefetches the graph's connections while the run starts. */
export function createConnections(
  documents: readonly GraphDocument[],
  find: (name: string) => Promise<ModelConnection | undefined>,
): Connections {
  const startedAt = performance.now()
  const prefetched = new Map(
    [...new Set(documents.flatMap(namesIn))].map((name) => {
      const found = find(name)
      found.catch(() => undefined)
      return [name, found]
    }),
  )
  return {
    find(name) {
      const isFresh = performance.now() - startedAt < CACHE_MS
      return (isFresh ? prefetched.get(name) : undefined) ?? find(name)
    },
  }
}

function namesIn({ nodes }: GraphDocument): string[] {
  const models = Object.values(nodes).flatMap((node) => nodeModel(node) ?? [])
  return models.map(({ connection }) => connection)
}

/** Returns the error for a connection that does not exist. */
export const noConnection = (name: string) =>
  new LatheError('GRAPH_INVALID', `There is no connection \`${name}\``, {
    hint: 'Add it under Models, or choose another one.',
  })

/**
 * Returns a placeholder for a connection that no longer exists. A replay never sends anything with
 * it.
 */
export const missingConnection = (name: string): ModelConnection => ({
  id: '',
  name,
  baseUrl: 'http://connection.invalid',
  defaultHeaders: {},
  timeoutMs: null,
  maxRetries: null,
  concurrency: null,
  allowPrivate: false,
  secret() {
    throw noConnection(name)
  },
})
