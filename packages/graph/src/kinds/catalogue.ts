import type { GraphNode, NodeKind } from '@lathe/contract'
import { defaultNode } from './defaults.ts'

/** Colour by family: agents, models, tools and plain steps. */
export type NodeFamily = 'agent' | 'model' | 'tool' | 'step'

export type KindInfo = {
  kind: NodeKind
  title: string
  /** One-line description for the palette. */
  line: string
  family: NodeFamily
  create: () => GraphNode
}

const info = (kind: NodeKind, title: string, family: NodeFamily, line: string): KindInfo => ({
  kind,
  title,
  line,
  family,
  create: () => defaultNode(kind),
})

/** In palette order. */
export const NODE_KINDS: readonly KindInfo[] = [
  info('agent', 'Agent', 'agent', 'A model that calls tools until it has the answer'),
  info('model', 'Model', 'model', 'One call of a chat model'),
  info('branch', 'Branch', 'agent', 'Chooses the next node by rules or by a model'),
  info('ask', 'Ask a human', 'agent', 'Pauses until a person decides'),
  info('tool', 'Tool', 'tool', 'Runs one tool with arguments from the state'),
  info('tools', 'Tool calls', 'tool', 'Runs the tool calls of the last message'),
  info('set', 'Set', 'step', 'Writes channels from templates and expressions'),
  info('code', 'Code', 'step', 'Writes channels from a JavaScript function'),
  info('retrieve', 'Retrieve', 'tool', 'Searches a knowledge collection'),
  info('agent-call', 'Call an agent', 'agent', 'Runs another agent as a step'),
]

const BY_KIND = new Map(NODE_KINDS.map((kind) => [kind.kind, kind]))

export function kindInfo(kind: NodeKind): KindInfo {
  const found = BY_KIND.get(kind)
  if (!found) throw new Error(`No such node kind: ${kind}`)
  return found
}
