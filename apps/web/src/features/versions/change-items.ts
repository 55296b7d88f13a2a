import type { LiveThreads } from '@lathe/contract'
import {
  describeAffected,
  listGraphChanges,
  type FieldChange,
  type GraphChange,
  type GraphDiff,
  edgeLabel,
  channelReducer,
} from '@lathe/graph'
import { summarizeNode } from '@lathe/nodes'
import type { ChangeType } from '../../ui/json/change-mark.tsx'
import type { CardKind } from '../../ui/status/node-kind-icon.tsx'
import { plural } from '../../lib/format/format.ts'

export type ChangeItem = {
  key: string
  section: 'Nodes' | 'Edges' | 'State' | 'Input and output'
  type: ChangeType
  name: string
  /** Set when the title differs from the id. */
  id?: string
  /** Only for nodes. */
  kind?: CardKind
  /** The previous name. */
  previous?: string
  note?: string
  /** Effect on existing threads. */
  warning?: string
  fields: readonly FieldChange[]
  /** Ids of the cards to show. */
  cards: readonly string[]
}

export const nodeKey = (id: string) => `node ${id}`

export const listChangeItems = (diff: GraphDiff, live: readonly LiveThreads[] = []): ChangeItem[] =>
  listGraphChanges(diff).map((change, index) => changeItem(change, index, live))

function changeItem(change: GraphChange, index: number, live: readonly LiveThreads[]): ChangeItem {
  switch (change.on) {
    case 'node':
      return nodeItem(change)
    case 'edge':
      return edgeItem(change, index)
    case 'channel':
      return channelItem(change, live)
    default: {
      const { on, before, after } = change
      const field = { path: on, before, after, form: 'value' as const }
      const cards = [on === 'input' ? 'start' : 'end']
      const section = 'Input and output'
      return { key: on, section, type: 'changed', name: on, fields: [field], cards }
    }
  }
}

function nodeItem(change: Extract<GraphChange, { on: 'node' }>): ChangeItem {
  const { id, node, type } = change
  const shared = {
    key: nodeKey(id),
    section: 'Nodes' as const,
    name: id,
    kind: node.kind,
    cards: [id],
  }
  const titledNode = { ...shared, ...(node.title && node.title !== id && { name: node.title, id }) }
  if (type !== 'changed') return { ...titledNode, type, note: summarizeNode(node), fields: [] }
  const isRenamed = change.previousId !== id
  return {
    ...(isRenamed ? shared : titledNode),
    type: isRenamed ? 'renamed' : 'changed',
    ...(isRenamed && { previous: change.previousId }),
    fields: change.fields,
  }
}

function edgeItem(change: Extract<GraphChange, { on: 'edge' }>, index: number): ChangeItem {
  const shared = { key: `edge ${index}`, section: 'Edges' as const }
  if (change.type === 'reordered') {
    return { ...shared, type: 'changed', name: 'Their order', fields: [], cards: [] }
  }
  const { edge, type } = change
  const fields = type === 'changed' ? change.fields : []
  return { ...shared, type, name: edgeLabel(edge), fields, cards: [edge.from, edge.to] }
}

function channelItem(
  change: Extract<GraphChange, { on: 'channel' }>,
  live: readonly LiveThreads[],
): ChangeItem {
  const { name, channel, type } = change
  const shared = { key: `channel ${name}`, section: 'State' as const, type, name, cards: [] }
  const reducer = channelReducer(channel)
  const note = `${channel.type}, ${typeof reducer === 'string' ? reducer : 'code'}`
  if (type !== 'changed') return { ...shared, note, fields: [] }
  const fields = change.fields.map((field) =>
    field.path === 'reducer'
      ? { ...field, before: channelReducer(change.before), after: reducer }
      : field,
  )
  const affected = describeAffected(change, live)
  return { ...shared, fields, ...(affected !== null && { warning: affected }) }
}

/** Summarizes a diff: "1 node added, 2 changed · 3 edges · 1 channel". */
export function summarizeDiff({ nodes, edges, channels, ends }: GraphDiff): string {
  const parts = [
    summarizeNodes(nodes),
    edges.length > 0 && plural(edges.length, 'edge'),
    channels.length > 0 && plural(channels.length, 'channel'),
    ...ends.map(({ on }) => on),
  ].filter((text) => text !== false && text !== '')
  return parts.length === 0 ? 'No differences' : parts.join(' · ')
}

function summarizeNodes(nodes: GraphDiff['nodes']): string {
  const counts = new Map<string, number>()
  for (const change of nodes) {
    const isRenamed = change.type === 'changed' && change.previousId !== change.id
    const type = isRenamed ? 'renamed' : change.type
    counts.set(type, (counts.get(type) ?? 0) + 1)
  }
  return ['added', 'removed', 'renamed', 'changed']
    .flatMap((type) => {
      const count = counts.get(type)
      return count === undefined ? [] : [{ type, count }]
    })
    .map(({ type, count }, index) => `${index === 0 ? plural(count, 'node') : count} ${type}`)
    .join(', ')
}
