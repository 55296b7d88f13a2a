import type { Channel, ChannelType, GraphDocument, GraphNode, Json } from '@lathe/contract'
import { fieldsOfType, fieldValue, kindDefinition, visitNode } from '@lathe/nodes'
import { schemaAt } from '../check/writes.ts'
import { buildTopology } from '../flow/topology.ts'
import { findParallelPairs } from '../flow/parallel-nodes.ts'
import { edgeReads, nodeReads, nodeWrites } from '../kinds/channel-uses.ts'
import { jsonType } from '../state/accepts.ts'
import { parseTemplate } from '../text/template.ts'
import { emptyValue } from './empty-value.ts'

/** Infers a channel that fits all uses of a name in the graph. */
export function inferChannel(document: GraphDocument, name: string): Channel {
  const nodes = Object.entries(document.nodes)
  const writers = nodes.filter(([, node]) =>
    nodeWrites(node).some(({ channel }) => channel === name),
  )
  const types = new Set(writers.flatMap(([, node]) => typesWritten(node, name)))
  if (types.has('messages') || nodes.some(([, node]) => readsAsConversation(node, name))) {
    return { type: 'messages' }
  }
  const [only] = types
  const isList = isReadAsList(document, name)
  if (types.size > 1 || isList || isContested(document, new Set(writers.map(([id]) => id)))) {
    return { type: 'array', reducer: 'append', default: [] }
  }
  const channel: Channel = { type: only ?? 'string' }
  return isRead(document, name) ? { ...channel, default: emptyValue(channel) ?? '' } : channel
}

/** Returns the type that a field writes, if the document determines it. */
export function typeWritten(node: GraphNode, field: string): ChannelType | undefined {
  const [name] = field.split('.')
  const key = field.split('.').at(-1) ?? ''
  const written = kindDefinition(node.kind).fields.find((candidate) => candidate.name === name)
  switch (written?.type) {
    case 'channel-values': {
      const value = fieldValue(node, written)?.[key]
      if (!value || 'expression' in value) return undefined
      return 'template' in value ? 'string' : valueType(value.value)
    }
    case 'output':
      return field === `${name}.text` ? 'string' : 'messages'
    case 'answer': {
      const { schema = {}, writes } = fieldValue(node, written) ?? {}
      const path = writes?.[key]
      return path === undefined ? undefined : toChannelType(schemaAt(schema, path)?.['type'])
    }
    case 'channel':
      return written.writes
    case 'answer-paths': {
      const path = fieldValue(node, written)?.[key] ?? ''
      if (path === 'decision') return 'string'
      if (path === '' || path === 'values') return 'object'
      const [form] = fieldsOfType(node, 'form-schema').map((field) => fieldValue(node, field))
      return toChannelType(schemaAt(form ?? {}, path.replace(/^values\./, ''))?.['type'])
    }
    default:
      return undefined
  }
}

const TYPES: readonly ChannelType[] = ['string', 'number', 'boolean', 'array', 'object']

const toChannelType = (type: Json | undefined): ChannelType | undefined =>
  type === 'integer' ? 'number' : TYPES.find((candidate) => candidate === type)

const valueType = (value: Json) => toChannelType(jsonType(value))

function typesWritten(node: GraphNode, name: string): ChannelType[] {
  return nodeWrites(node)
    .filter(({ channel }) => channel === name)
    .flatMap(({ field }) => typeWritten(node, field) ?? [])
}

function readsAsConversation(node: GraphNode, name: string): boolean {
  let found = false
  visitNode(node, {
    text: (text) => text,
    channel(channel, role) {
      found ||= role === 'read' && channel === name
      return channel
    },
  })
  return found
}

function isReadAsList({ nodes, edges }: GraphDocument, name: string): boolean {
  if (edges.some(({ each }) => each && each.of.trim() === name)) return true
  let isList = false
  for (const node of Object.values(nodes)) {
    visitNode(node, {
      text(text, kind) {
        if (kind === 'template') isList ||= iteratesOver(text, name)
        return text
      },
      channel: (channel) => channel,
    })
  }
  return isList
}

const iteratesOver = (text: string, name: string) =>
  parseTemplate(text).tags.some((tag) => tag.head === '' && tag.inside.at(-1) === name)

function isContested(document: GraphDocument, writers: ReadonlySet<string>): boolean {
  if (writers.size === 0) return false
  return findParallelPairs(document, buildTopology(document)).some(
    ([a, b]) => writers.has(a) && writers.has(b),
  )
}

function isRead(document: GraphDocument, name: string): boolean {
  return (
    Object.values(document.nodes).some((node) =>
      nodeReads(node).uses.some(({ channel }) => channel === name),
    ) || document.edges.some((edge) => edgeReads(edge).names.includes(name))
  )
}
