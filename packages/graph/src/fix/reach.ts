import type { GraphDocument } from '@lathe/contract'
import { createNode } from '@lathe/nodes'
import { DEMO_CONNECTION, END, START } from '@lathe/contract'
import { connect } from '../edit/edges.ts'
import { removeNodes } from '../edit/nodes.ts'
import { reach, reachable, buildTopology } from '../flow/topology.ts'
import type { Topology } from '../flow/topology.ts'
import { portsAt } from '../kinds/ports.ts'
import { applyOrKeep } from './change.ts'
import { keepsNames } from './edges.ts'
import { safeFix, verifiedFix } from './fix.ts'
import type { Candidate, Fixer } from './fix.ts'

/** Fixes for nodes that cannot be reached or cannot reach the end. */
export const reachFixers = {
  EMPTY_GRAPH: ({ document, environment }) => {
    const messages = document.state['messages'] ?? { type: 'messages' }
    const node = createNode('model')
    const hasDemo = environment?.connections.some(({ name }) => name === DEMO_CONNECTION) ?? true
    if (!hasDemo) return []
    return [
      verifiedFix('Add a model between start and end', (current) => ({
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
    const withIncoming = new Set(
      document.edges.filter(({ from, to }) => from !== to).map(({ to }) => to),
    )
    const ids = Object.keys(document.nodes)
    const first = ids.find((id) => !withIncoming.has(id)) ?? ids[0]
    return first === undefined ? [] : [follow(START, first, null, safeFix)]
  },

  UNREACHABLE: ({ document, node }) => {
    if (!node) return []
    const { id } = node
    const topology = buildTopology(document)
    const before = reach([id], (other) => topology.incoming(other).map((edge) => edge.from))
    const isFirst =
      [...before].every((other) =>
        topology.incoming(other).every((edge) => before.has(edge.from)),
      ) && before.size === 1
    const removed = [...before].filter((other) => other !== START && other !== END)
    const remaining = removeNodes(document, removed)
    const isAll = Object.keys(remaining.nodes).length === 0
    const removedEdges = document.edges.filter((edge) => !remaining.edges.includes(edge))
    const label =
      removed.length === 1
        ? `Remove \`${id}\``
        : `Remove \`${id}\` and ${removed.length - 1} before it`
    return [
      ...(isFirst ? connectFixes(document, id) : []),
      ...(!isAll && keepsNames(remaining, removedEdges)
        ? [safeFix(label, (current) => removeNodes(current, removed))]
        : []),
    ]
  },

  DEAD_END: ({ document, node }) => {
    if (!node) return []
    const topology = buildTopology(document)
    const descendants = reach([node.id], (id) => topology.outgoing(id).map((edge) => edge.to))
    // Connects the last node of the dead end, which also fixes the nodes before that one.
    const [open] = [...descendants].flatMap((id) =>
      openPorts(document, topology, id).map((name) => ({ id, name })),
    )
    return open ? [follow(open.id, END, open.name, verifiedFix)] : []
  },

  OPEN_PORT: ({ node, field }) => (node ? [follow(node.id, END, field, safeFix)] : []),
} satisfies Record<string, Fixer>

function follow(
  from: string,
  to: string,
  port: string | null,
  createFix: typeof safeFix | typeof verifiedFix,
): Candidate {
  const edge = { from, to, ...(port !== null && { when: port }) }
  const portSuffix = port === null ? '' : ` by \`${port}\``
  const target = to === END ? 'the end' : `\`${to}\``
  const label =
    from === START ? `Start with ${target}` : `Connect \`${from}\` to ${target}${portSuffix}`
  return createFix(label, (document) => applyOrKeep(document, connect(document, edge)))
}

/**
 * Connects from a reachable node with an open port, or else from the start; and onward to the end.
 */
function connectFixes(document: GraphDocument, id: string): Candidate[] {
  const topology = buildTopology(document)
  const reachableNodes = reachable(topology)
  const open = Object.keys(document.nodes)
    .filter((other) => reachableNodes.has(other))
    .flatMap((from) => openPorts(document, topology, from).map((name) => ({ from, name })))
  const incoming =
    open.length > 0
      ? open.slice(0, 2).map(({ from, name }) => follow(from, id, name, verifiedFix))
      : [follow(START, id, null, verifiedFix)]
  const outgoing = openPorts(document, topology, id).map((name) =>
    follow(id, END, name, verifiedFix),
  )
  if (outgoing.length === 0) return incoming
  return incoming.map(({ label, apply }) =>
    verifiedFix(`${label} and then to the end`, (current) =>
      outgoing.reduce((changed, fix) => fix.apply(changed), apply(current)),
    ),
  )
}

/** Returns required ports without an outgoing edge. */
function openPorts(document: GraphDocument, topology: Topology, id: string): (string | null)[] {
  const used = new Set(topology.outgoing(id).map((edge) => edge.when ?? null))
  return portsAt(document, id).flatMap(({ name, required }) =>
    required && !used.has(name) ? [name] : [],
  )
}
