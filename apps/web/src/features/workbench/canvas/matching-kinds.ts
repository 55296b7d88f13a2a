import type { GraphDocument } from '@lathe/contract'
import { type KindInfo, NODE_KINDS, portsAt } from '@lathe/graph'
import type { PaletteRequest } from './canvas-ui.ts'

/** Search terms for a kind that its title and description lack. */
const SYNONYMS: Partial<Record<KindInfo['kind'], string>> = {
  model: 'llm prompt chat',
  branch: 'if condition router switch',
  ask: 'human approval interrupt form',
  tools: 'executor',
  set: 'assign variable map',
  code: 'javascript function script',
  'agent-call': 'subgraph subflow',
}

/** Lists the kinds that can be added. Matching names rank above matching descriptions. */
export function matchingKinds(
  query: string,
  document?: GraphDocument,
  request: Pick<PaletteRequest, 'from'> = {},
): KindInfo[] {
  const typed = query.trim().toLowerCase()
  return NODE_KINDS.filter(({ kind }) => document === undefined || fits(kind, document, request))
    .map((info) => ({ info, rank: rankKind(info, typed) }))
    .filter(({ rank }) => rank < NO_MATCH)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ info }) => info)
}

const NO_MATCH = 5

function rankKind({ kind, title, line }: KindInfo, typed: string): number {
  const names = [kind, title.toLowerCase()]
  const synonyms = SYNONYMS[kind] ?? ''
  if (names.some((name) => name.startsWith(typed))) return 0
  if (names.some((name) => name.includes(typed))) return 1
  if (synonyms.split(' ').some((word) => word.startsWith(typed))) return 2
  if (line.toLowerCase().includes(typed)) return 3
  return names.some((name) => isSubsequence(typed, name)) ? 4 : NO_MATCH
}

/** True if the letters occur in order: `agt` matches `agent`. */
function isSubsequence(typed: string, name: string): boolean {
  let position = 0
  for (const letter of typed) {
    position = name.indexOf(letter, position) + 1
    if (position === 0) return false
  }
  return typed.length > 1
}

/** A tool node needs a conversation with tool calls, so it cannot follow an error port. */
function fits(
  kind: KindInfo['kind'],
  document: GraphDocument,
  { from }: Pick<PaletteRequest, 'from'>,
): boolean {
  if (kind !== 'tools' || !from) return true
  const role = portsAt(document, from.node).find(({ name }) => name === from.port)?.role
  const speaks = Object.values(document.state).some(({ type }) => type === 'messages')
  return speaks && role !== 'error'
}
