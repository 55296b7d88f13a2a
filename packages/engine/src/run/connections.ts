import type { GraphDocument } from '@lathe/contract'
import { LatheError } from '../errors/lathe-error.ts'
import type { ModelConnection } from '../fetch/request.ts'

/** Longer, and a connection that was changed meanwhile would be used as it was. */
const FRESH_MS = 1_000

export type Connections = {
  /** As it is now, or was a moment ago. */
  find(name: string): Promise<ModelConnection | undefined>
}

/** Looks up what the graph will ask for first while the run starts. */
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
      const isFresh = performance.now() - startedAt < FRESH_MS
      return (isFresh ? prefetched.get(name) : undefined) ?? find(name)
    },
  }
}

function namesIn({ nodes }: GraphDocument): string[] {
  const models = Object.values(nodes).flatMap((node) => {
    if ('model' in node) return [node.model]
    return node.kind === 'branch' && node.decide.by === 'model' ? [node.decide.model] : []
  })
  return models.map(({ connection }) => connection)
}

export const noConnection = (name: string) =>
  new LatheError('GRAPH_INVALID', `There is no connection \`${name}\``, {
    hint: 'Add it under Models, or choose another one.',
  })

/** For a replay where the recorded one is not here: a tape answers without it, and nothing is ever sent. */
export const absentConnection = (name: string): ModelConnection => ({
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
