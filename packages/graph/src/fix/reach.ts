import type { GraphDocument } from '@lathe/contract'
import { DEMO_CONNECTION, END, START } from '@lathe/contract'
import { connect } from '../edit/edges.ts'
import { removeNodes } from '../edit/nodes.ts'
import { reach, reachable, topologyOf } from '../flow/topology.ts'
import type { Topology } from '../flow/topology.ts'
import { defaultNode } from '../kinds/defaults.ts'
import { portsAt } from '../kinds/ports.ts'
import { orSame } from './change.ts'
import { keepsNames } from './edges.ts'
import { always, tried } from './fix.ts'
import type { Candidate, Fixer } from './fix.ts'

/** Fixes for nodes that cannot be reached or cannot reach the end. */
export const reachFixers = {
  EMPTY_GRAPH: ({ document, environment }) => {
    const messages = document.state['messages'] ?? { type: 'messages' }
    const node = defaultNode('model')
    const isThere = environment?.connections.some(({ name }) => name === DEMO_CONNECTION) ?? true
    if (!isThere) return []
    return [
      tried('Add a model between start and end', (current) => ({
        ...current,
        state: { ...current.state, messages },
        nodes: { model: node },
        edges: [
          { from: START, to: 'model' },
          { from: 'model', to: END },
        ],
      })),
    ]
  },

  NO_START: ({ document }) => {
    const entered = new Set(
      document.edges.filter(({ from, to }) => from !== to).map(({ to }) => to),
    )
    const ids = Object.keys(document.nodes)
    const first = ids.find((id) => !entered.has(id)) ?? ids[0]
    return first === undefined ? [] : [follow(START, first, null, always)]
  },

  UNREACHABLE: ({ document, node }) => {
    if (!node) return []
    const { id } = node
    const topology = topologyOf(document)
    const before = reach([id], (other) => topology.into(other).map((edge) => edge.from))
    const isFirst =
      [...before].every((other) => topology.into(other).every((edge) => before.has(edge.from))) &&
      before.size === 1
    const gone = [...before].filter((other) => other !== START && other !== END)
    const rest = removeNodes(document, gone)
    const isAll = Object.keys(rest.nodes).length === 0
    const lost = document.edges.filter((edge) => !rest.edges.includes(edge))
    const label =
      gone.length === 1 ? `Remove \`${id}\`` : `Remove \`${id}\` and ${gone.length - 1} before it`
    return [
      ...(isFirst ? waysTo(document, id) : []),
      ...(!isAll && keepsNames(rest, lost)
        ? [always(label, (current) => removeNodes(current, gone))]
        : []),
    ]
  },

  DEAD_END: ({ document, node }) => {
    if (!node) return []
    const topology = topologyOf(document)
    const ahead = reach([node.id], (id) => topology.out(id).map((edge) => edge.to))
    // Connects the last node of the dead end, which also fixes the nodes before that one.
    const [open] = [...ahead].flatMap((id) =>
      openPorts(document, topology, id).map((name) => ({ id, name })),
    )
    return open ? [follow(open.id, END, open.name, tried)] : []
  },

  OPEN_PORT: ({ node, field }) => (node ? [follow(node.id, END, field, always)] : []),
} satisfies Record<string, Fixer>

function follow(
  from: string,
  to: string,
  port: string | null,
  offered: typeof always | typeof tried,
): Candidate {
  const edge = { from, to, ...(port !== null && { when: port }) }
  const by = port === null ? '' : ` by \`${port}\``
  const target = to === END ? 'the end' : `\`${to}\``
  const label = from === START ? `Start with ${target}` : `Connect \`${from}\` to ${target}${by}`
  return offered(label, (document) => orSame(document, connect(document, edge)))
}

/**
 * Connects from a reachable node with an open port, or else from the start; and onward to the end.
 */
function waysTo(document: GraphDocument, id: string): Candidate[] {
  const topology = topologyOf(document)
  const inUse = reachable(topology)
  const open = Object.keys(document.nodes)
    .filter((other) => inUse.has(other))
    .flatMap((from) => openPorts(document, topology, from).map((name) => ({ from, name })))
  const ways =
    open.length > 0
      ? open.slice(0, 2).map(({ from, name }) => follow(from, id, name, tried))
      : [follow(START, id, null, tried)]
  const onward = openPorts(document, topology, id).map((name) => follow(id, END, name, tried))
  if (onward.length === 0) return ways
  return ways.map(({ label, apply }) =>
    tried(`${label} and then to the end`, (current) =>
      onward.reduce((changed, more) => more.apply(changed), apply(current)),
    ),
  )
}

/** Returns required ports without an outgoing edge. */
function openPorts(document: GraphDocument, topology: Topology, id: string): (string | null)[] {
  const used = new Set(topology.out(id).map((edge) => edge.when ?? null))
  return portsAt(document, id).flatMap(({ name, required }) =>
    required && !used.has(name) ? [name] : [],
  )
}
