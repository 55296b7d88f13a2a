import type { GraphEdge, GraphNode } from '@lathe/contract'
import { DEFAULT_MESSAGES, visitNode, writesToMessages, type TextKind } from '@lathe/nodes'
import { parseScript } from '../text/script.ts'
import { parseTemplate } from '../text/template.ts'

export type ChannelUse = { channel: string; field: string }

export type NodeReads = {
  uses: ChannelUse[]
  /** Code that uses `state` as a whole may read any channel. */
  all: boolean
}

/** Returns names that a node reads from the state; some may not be channels. */
export function nodeReads(node: GraphNode): NodeReads {
  const uses: ChannelUse[] = []
  let all = false
  visitNode(node, {
    text(text, kind, field) {
      const read = namesIn(text, kind)
      uses.push(...read.names.map((channel) => ({ channel, field })))
      all ||= read.all
      return text
    },
    channel(channel, role, field) {
      if (role === 'read') uses.push({ channel, field })
      return channel
    },
  })
  return { uses, all }
}

export function nodeWrites(node: GraphNode): ChannelUse[] {
  const uses: ChannelUse[] = []
  visitNode(node, {
    text: (text) => text,
    channel(channel, role, field) {
      if (role === 'write') uses.push({ channel, field })
      return channel
    },
  })
  if (writesToMessages(node)) uses.push({ channel: DEFAULT_MESSAGES, field: 'output' })
  return uses
}

export function edgeReads(edge: GraphEdge): { names: string[]; all: boolean } {
  return edge.each ? namesIn(edge.each.of, 'expression') : { names: [], all: false }
}

/**
 * Returns the free names of a text. Inside a template section, a name may belong to the element.
 */
export function namesIn(text: string, kind: TextKind): { names: string[]; all: boolean } {
  if (kind === 'template') {
    const heads = parseTemplate(text).tags.map((tag) => tag.head)
    return { names: [...new Set(heads.filter((head) => head !== ''))], all: false }
  }
  const script = parseScript(text, kind)
  return { names: [...new Set(script.reads.map((read) => read.name))], all: script.readsAll }
}
