import type { GraphDocument, GraphNode } from '@lathe/contract'
import { END, START } from '@lathe/contract'
import { plural } from './format.ts'

const listed = (names: readonly string[], none: string) =>
  names.length === 0 ? none : names.join(', ')

const toolsOf = (tools: readonly string[] | undefined) =>
  tools && tools.length > 0
    ? ` · ${tools.length > 2 ? plural(tools.length, 'tool') : tools.join(', ')}`
    : ''

export function nodeSummary(node: GraphNode): string {
  switch (node.kind) {
    case 'model':
    case 'agent':
      return `${node.model.name}${toolsOf(node.tools)}`
    case 'tools':
      return `calls of ${node.channel}`
    case 'tool':
      return node.writes === undefined ? node.tool : `${node.tool} → ${node.writes}`
    case 'branch':
      return node.decide.by === 'rules'
        ? plural(node.decide.rules.length, 'rule')
        : `${node.decide.model.name} chooses`
    case 'code':
      return `→ ${listed(node.writes, 'nothing')}`
    case 'set':
      return `→ ${listed(Object.keys(node.values), 'nothing')}`
    case 'ask':
      return node.message.replace(/\s+/g, ' ').trim()
    case 'retrieve':
      return `${node.collection} → ${node.writes}`
    default:
      return node.version === undefined ? node.agent : `${node.agent} v${node.version}`
  }
}

/** The input or output channels of the graph. */
export const endSummary = (document: GraphDocument, id: typeof START | typeof END): string =>
  listed(id === START ? document.input : document.output, id === START ? 'no input' : 'no output')

export const titleOf = (document: GraphDocument, id: string): string =>
  id === START ? 'Start' : id === END ? 'End' : (document.nodes[id]?.title ?? id)
