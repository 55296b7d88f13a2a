import { END, START } from '@lathe/contract'
import { nodeIdProblem } from '../document/names.ts'
import { isSameEdge } from '../edit/edges.ts'
import { portsAt } from '../kinds/ports.ts'
import { reachable, reachingEnd } from '../flow/topology.ts'
import type { Topology } from '../flow/topology.ts'
import type { CheckContext } from './context.ts'

/** Checks that nodes, edges and ports form a graph that can run. */
export function checkStructure(context: CheckContext, topology: Topology): void {
  const { report, nodes } = context
  if (nodes.size === 0) {
    report('EMPTY_GRAPH', {}, 'The graph has no nodes yet; add one between start and end')
    return
  }
  for (const id of nodes.keys()) {
    const problem = nodeIdProblem(id)
    if (problem !== null) report('RESERVED_NAME', { node: id }, problem)
  }
  checkEdges(context)
  for (const id of nodes.keys()) checkPorts(context, topology, id)
  if (topology.outgoing(START).length === 0) {
    report('NO_START', {}, 'The start has no outgoing edge; connect it to the first node')
    return
  }
  checkReach(context, topology)
}

function checkEdges({ document, edges, report }: CheckContext): void {
  const seen = new Map<string, number>()
  for (const { index, edge } of edges) {
    const place = { edge: index }
    for (const [id, side] of [
      [edge.from, 'from'],
      [edge.to, 'to'],
    ] as const) {
      if (id === START || id === END || Object.hasOwn(document.nodes, id)) continue
      report('UNKNOWN_NODE', { ...place, field: side }, `There is no node \`${id}\``)
    }
    if (edge.from === END)
      report('WRONG_END', { ...place, field: 'from' }, 'The end cannot have outgoing edges')
    if (edge.to === START)
      report('WRONG_END', { ...place, field: 'to' }, 'The start cannot have incoming edges')
    if (edge.to === END && edge.each) {
      report('WRONG_END', { ...place, field: 'each' }, 'A fan-out must target a node')
    }
    const key = JSON.stringify([edge.from, edge.when ?? null, edge.to])
    const first = seen.get(key)
    if (first === undefined) seen.set(key, index)
    else if (isSameEdge(edge, document.edges[first] ?? edge)) {
      report('DUPLICATE_EDGE', place, `\`${edge.from}\` and \`${edge.to}\` are connected twice`)
    }
    checkPort({ document, report }, edge.from, edge.when, index)
  }
}

function checkPort(
  { document, report }: Pick<CheckContext, 'document' | 'report'>,
  from: string,
  when: string | undefined,
  edge: number,
): void {
  const ports = portsAt(document, from)
  if (ports.length === 0 || ports.some((port) => port.name === (when ?? null))) return
  const names = ports.flatMap((port) => port.name ?? [])
  const message =
    when === undefined
      ? `Choose the port of \`${from}\` for this edge: ${names.join(', ')}`
      : `\`${from}\` has no port \`${when}\``
  report('UNKNOWN_PORT', { edge, node: from, field: 'when' }, message)
}

function checkPorts({ document, report }: CheckContext, topology: Topology, id: string): void {
  const used = new Set(topology.outgoing(id).map((edge) => edge.when ?? null))
  for (const port of portsAt(document, id)) {
    // A node without any outgoing edge is reported as a dead end instead.
    if (port.role === 'out' || !port.required || used.has(port.name)) continue
    const message = `The port \`${port.name}\` of \`${id}\` has no outgoing edge`
    report('OPEN_PORT', { node: id, field: port.name ?? '' }, message)
  }
}

function checkReach({ nodes, report }: CheckContext, topology: Topology): void {
  const fromStart = reachable(topology)
  const toEnd = reachingEnd(topology)
  for (const id of nodes.keys()) {
    if (!fromStart.has(id)) {
      report('UNREACHABLE', { node: id }, `\`${id}\` cannot be reached from the start`)
    } else if (!toEnd.has(id)) {
      report('DEAD_END', { node: id }, `The end cannot be reached from \`${id}\``)
    }
  }
}
