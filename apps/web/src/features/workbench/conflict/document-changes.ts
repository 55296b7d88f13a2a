import type { GraphDocument } from '@lathe/contract'
import { canonicalJson } from '@lathe/graph'
import { edgeKeys } from '../store/edge-keys.ts'

export type Change = {
  type: 'added' | 'removed' | 'changed'
  /** `node plan`, `channel notes`, `edge plan → search`. */
  what: string
  /** Names of the members that differ, for something changed. */
  fields: string[]
}

type Named = Readonly<Record<string, unknown>>

/** What was done to get from one document to the other; places of cards do not count. */
export function changesBetween(from: GraphDocument, to: GraphDocument): Change[] {
  return [
    ...compare('node', from.nodes, to.nodes),
    ...compare('edge', edgesOf(from), edgesOf(to)),
    ...compare('channel', from.state, to.state),
    ...compare('', endsOf(from), endsOf(to)),
  ]
}

const edgesOf = (document: GraphDocument): Named => {
  const keys = edgeKeys(document)
  return Object.fromEntries(
    document.edges.map((edge, index) => [
      (keys[index] ?? '').replace(/:([^>]*)>/, (_, port) => (port ? ` (${port}) → ` : ' → ')),
      edge,
    ]),
  )
}

const endsOf = ({ input, output, notes }: GraphDocument): Named => ({ input, output, notes })

function compare(kind: string, from: Named, to: Named): Change[] {
  const names = [...new Set([...Object.keys(from), ...Object.keys(to)])]
  return names.flatMap((name): Change[] => {
    const what = `${kind} ${name}`.trim()
    if (!(name in from)) return [{ type: 'added', what, fields: [] }]
    if (!(name in to)) return [{ type: 'removed', what, fields: [] }]
    if (canonicalJson(from[name]) === canonicalJson(to[name])) return []
    return [{ type: 'changed', what, fields: differingFields(from[name], to[name]) }]
  })
}

const isRecord = (value: unknown): value is Named =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function differingFields(from: unknown, to: unknown): string[] {
  if (!isRecord(from) || !isRecord(to)) return []
  return [...new Set([...Object.keys(from), ...Object.keys(to)])].filter(
    (name) => canonicalJson(from[name]) !== canonicalJson(to[name]),
  )
}
