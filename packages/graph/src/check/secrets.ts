import { findSecret, type Problem } from '@lathe/contract'
import type { CheckContext } from './context.ts'

/** Documents are shared and exported, so they must not contain secrets. */
export function checkSecrets({ document, report }: CheckContext): void {
  const { nodes, state, edges, notes } = document
  const parts: (readonly [Problem['location'], unknown])[] = [
    ...Object.entries(nodes).map(([node, value]) => [{ node }, value] as const),
    ...Object.entries(state).map(([channel, value]) => [{ channel }, value] as const),
    ...edges.map((value, edge) => [{ edge }, value.each] as const),
    ...notes.map((note) => [{}, note.text] as const),
  ]
  for (const [place, part] of parts) {
    for (const [field, text] of stringsIn(part, '')) {
      const found = findSecret(text)
      if (found === undefined) continue
      const message = `This looks like ${found}; store secrets in a connection, not in the graph`
      report('SECRET', { ...place, ...(field && { field }) }, message)
    }
  }
}

function* stringsIn(value: unknown, path: string): Generator<[path: string, text: string]> {
  if (typeof value === 'string') {
    if (value.length >= 16) yield [path, value]
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) {
      yield* stringsIn(member, path ? `${path}.${key}` : key)
    }
  }
}
