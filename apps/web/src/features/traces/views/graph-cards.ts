import { END, type GraphDocument, type SpanKind, START, type Spending } from '@lathe/contract'
import type { Topology, TopologyNode } from '@lathe/traces'
import { plural, formatCount, formatDuration, formatSpending } from '../../../lib/format/format.ts'
import type { CardKind } from '../../../ui/status/node-kind-icon.tsx'
import {
  createCards,
  type CardLook,
  type Look,
  type StillCard,
  type StillEdge,
  createEdge,
} from '../../../ui/still-graph/cards.ts'

type Graph = { cards: StillCard[]; edges: StillEdge[] }

const edgeKey = (from: string, to: string) => `${from}\n${to}`

/** The graph that ran, with each node's result. Edges that were not taken are faint. */
export function executedGraph(document: GraphDocument, topology: Topology, heat: Heat): Graph {
  const maxValue = maxMeasure(topology, heat)
  const counts = new Map(topology.edges.map((edge) => [edgeKey(edge.from, edge.to), edge.count]))
  return {
    cards: createCards(document, (id) => cardLook(topology.nodes.get(id), heat, maxValue)),
    edges: document.edges.map((edge, index) => {
      const count = counts.get(edgeKey(edge.from, edge.to))
      const graphEdge = createEdge(String(index), edge, count === undefined ? 'faint' : 'done')
      return withCount(graphEdge, count)
    }),
  }
}

const COLUMN = 280
const ROW = 110

/** A graph inferred from the order of the spans. */
export function inferredGraph(topology: Topology, heat: Heat): Graph {
  const maxValue = maxMeasure(topology, heat)
  const levels = computeLevels(topology)
  const filled = new Map<number, number>()
  const ids = [...levels.keys()]
  const endRow = isEndAligned(topology, levels) ? 0 : -1
  const cards = ids.map((id): StillCard => {
    const level = levels.get(id) ?? 0
    const row = filled.get(level) ?? 0
    filled.set(level, row + 1)
    const node = topology.nodes.get(id)
    const { look, mark: badge, heat: share } = cardLook(node, heat, maxValue)
    const title = node?.name ?? (id === START ? 'Start' : 'End')
    return {
      id,
      type: 'card',
      position: { x: level * COLUMN, y: (id === END ? endRow : row) * ROW },
      data: {
        kind: node ? kinds[node.kind] : id === START ? 'start' : 'end',
        title,
        summary: node ? plural(node.count, 'call') : '',
        look: node ? look : undefined,
        mark: badge,
        heat: share,
      },
      focusable: node !== undefined,
      ariaLabel: [title, badge].filter(Boolean).join(', '),
    }
  })
  const edges = topology.edges.map((edge) =>
    withCount(
      createEdge(edgeKey(edge.from, edge.to), { from: edge.from, to: edge.to }, 'done'),
      edge.count,
    ),
  )
  return { cards, edges }
}

/** Whether no card lies between the end and the nodes that lead to it. */
function isEndAligned({ nodes, edges }: Topology, levels: ReadonlyMap<string, number>): boolean {
  const end = levels.get(END) ?? 0
  const followsLastLevel = edges.every(({ from, to }) => to !== END || levels.get(from) === end - 1)
  return followsLastLevel && [...nodes.keys()].every((id) => (levels.get(id) ?? 0) < end)
}

const kinds: Record<SpanKind, CardKind> = {
  agent: 'agent',
  chain: 'code',
  model: 'model',
  tool: 'tool',
  retriever: 'retrieve',
  embedding: 'model',
  prompt: 'set',
  parser: 'set',
}

function withCount(edge: StillEdge, count: number | undefined): StillEdge {
  if (!edge.data || count === undefined || count < 2) return edge
  const text = [edge.data.text, `${count}×`].filter(Boolean).join(' · ')
  return { ...edge, data: { ...edge.data, text } }
}

function cardLook(node: TopologyNode | undefined, heat: Heat, maxValue: number): CardLook {
  if (!node) return { look: 'faint' }
  const times = node.count > 1 ? ` · ${node.count}×` : ''
  return {
    look: statusLook(node),
    mark: `${formatMeasure(node, heat)}${times}`,
    heat: maxValue > 0 ? readMeasure(node, heat) / maxValue : 0,
  }
}

function statusLook({ errors, running, waiting }: TopologyNode): Look {
  if (running > 0) return 'live'
  if (errors > 0) return 'failed'
  return waiting > 0 ? 'waiting' : 'done'
}

const maxMeasure = ({ nodes }: Topology, heat: Heat): number =>
  Math.max(0, ...[...nodes.values()].map((node) => readMeasure(node, heat)))

export type Heat = 'time' | 'tokens' | 'cost'

type MeasuredNode = Spending & Pick<TopologyNode, 'total' | 'usage'>

const measures: Record<Heat, (node: MeasuredNode) => number> = {
  time: ({ total }) => total,
  tokens: ({ usage }) => usage.input + usage.output,
  cost: ({ pricedCost }) => pricedCost,
}

export const readMeasure = (node: MeasuredNode, heat: Heat): number => measures[heat](node)

export function formatMeasure(node: MeasuredNode, heat: Heat): string {
  if (heat === 'time') return formatDuration(node.total / 1_000)
  if (heat === 'cost') return formatSpending(node)
  return `${formatCount(node.usage.input + node.usage.output)} tokens`
}

/**
 * Each node's distance from the start. Unreachable nodes share the first level; the end follows its
 * last predecessor.
 */
function computeLevels({ nodes, edges }: Topology): ReadonlyMap<string, number> {
  const targets = Map.groupBy(edges, ({ from }) => from)
  const levels = new Map([[START, 0]])
  const queue: string[] = [START]
  for (const id of queue) {
    for (const { to } of targets.get(id) ?? []) {
      if (levels.has(to) || to === END) continue
      levels.set(to, (levels.get(id) ?? 0) + 1)
      queue.push(to)
    }
  }
  for (const id of nodes.keys()) if (!levels.has(id)) levels.set(id, 1)
  const last = edges.filter(({ to }) => to === END).map(({ from }) => levels.get(from) ?? 0)
  if (last.length > 0) levels.set(END, Math.max(...last) + 1)
  return levels
}
