import type { GraphDocument, GraphNode } from '@lathe/contract'
import { END, START } from '@lathe/contract'

export type PortRole = 'out' | 'choice' | 'else' | 'timeout' | 'error'

export type NodePort = {
  /** Value of `when` on an edge; null for the default port. */
  name: string | null
  label: string
  role: PortRole
  /** Whether the port must have an edge for the run to continue. */
  required: boolean
}

const OUT: NodePort = { name: null, label: 'next', role: 'out', required: true }
const ERROR: NodePort = { name: 'error', label: 'on error', role: 'error', required: false }

/** Returns ports in drawing order, the error port last. */
export function portsOf(node: GraphNode): NodePort[] {
  return [...waysOn(node), ERROR]
}

/** Like `portsOf`, but also accepts start and end; empty for a node that does not exist. */
export function portsAt(document: GraphDocument, id: string): NodePort[] {
  if (id === START) return [OUT]
  if (id === END || !Object.hasOwn(document.nodes, id)) return []
  const node = document.nodes[id]
  return node ? portsOf(node) : []
}

function waysOn(node: GraphNode): NodePort[] {
  switch (node.kind) {
    case 'branch': {
      const { decide } = node
      const names =
        decide.by === 'rules'
          ? decide.rules.map((rule) => rule.port)
          : decide.choices.map((choice) => choice.port)
      const choices = [...new Set(names)].filter((name) => name !== node.else).map(choicePort)
      return [...choices, { name: node.else, label: node.else, role: 'else', required: true }]
    }
    case 'ask': {
      const labels = new Map(node.decisions.map(({ port, label }) => [port, label ?? port]))
      const choices = [...labels].map(([name, label]) => ({ ...choicePort(name), label }))
      return node.deadlineMs === undefined ? choices : [...choices, TIMEOUT]
    }
    default:
      return [OUT]
  }
}

const TIMEOUT: NodePort = { name: 'timeout', label: 'no answer', role: 'timeout', required: true }

function choicePort(name: string): NodePort {
  return { name, label: name, role: 'choice', required: true }
}
