import type { GraphDocument } from '@lathe/contract'
import { NODE_KINDS, type KindDefinition } from '@lathe/nodes'
import { portsAt } from '@lathe/graph'
import type { PaletteRequest } from './canvas-ui.ts'

/** Lists the kinds that can be added. Matching names rank above matching descriptions. */
export function matchingKinds(
  query: string,
  document?: GraphDocument,
  request: Pick<PaletteRequest, 'from'> = {},
): KindDefinition[] {
  const text = query.trim().toLowerCase()
  return NODE_KINDS.filter(({ kind }) => document === undefined || fits(kind, document, request))
    .map((info) => ({ info, rank: rankKind(info, text) }))
    .filter(({ rank }) => rank < NO_MATCH)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ info }) => info)
}

const NO_MATCH = 5

function rankKind(
  { kind, title, description, keywords = '' }: KindDefinition,
  text: string,
): number {
  const names = [kind, title.toLowerCase()]
  if (names.some((name) => name.startsWith(text))) return 0
  if (names.some((name) => name.includes(text))) return 1
  if (keywords.split(' ').some((word) => word.startsWith(text))) return 2
  if (description.toLowerCase().includes(text)) return 3
  return names.some((name) => isSubsequence(text, name)) ? 4 : NO_MATCH
}

/** True if the letters occur in order: `agt` matches `agent`. */
function isSubsequence(text: string, name: string): boolean {
  let position = 0
  for (const letter of text) {
    position = name.indexOf(letter, position) + 1
    if (position === 0) return false
  }
  return text.length > 1
}

/** A tool node needs a conversation with tool calls, so it cannot follow an error port. */
function fits(
  kind: KindDefinition['kind'],
  document: GraphDocument,
  { from }: Pick<PaletteRequest, 'from'>,
): boolean {
  if (kind !== 'tools' || !from) return true
  const role = portsAt(document, from.node).find(({ name }) => name === from.port)?.role
  const hasMessages = Object.values(document.state).some(({ type }) => type === 'messages')
  return hasMessages && role !== 'error'
}
