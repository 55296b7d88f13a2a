import type { GraphDocument, GraphEdge } from '@lathe/contract'
import { END, START } from '@lathe/contract'

const NAMES: Record<string, string> = { [START]: '__start__', [END]: '__end__' }

const mermaidId = (id: string) => NAMES[id] ?? id.replace(/[^a-zA-Z-_0-9]/g, '_')

/** Draws a graph in Mermaid, as LangGraph draws the compiled graph. */
export function toMermaid(document: GraphDocument): string {
  const ids = Object.keys(document.nodes)
  const nodeIds = new Set([START, ...ids, END])
  const edges = document.edges.filter(({ from, to }) => nodeIds.has(from) && nodeIds.has(to))
  const plain = edges.filter((edge) => !isConditional(edge))
  const lines = [
    '__start__([<p>__start__</p>]):::first',
    ...ids.map((id) => `${mermaidId(id)}(${id})`),
    '__end__([<p>__end__</p>]):::last',
    ...plain.map(edgeLine).toSorted(),
    ...edges.filter(isConditional).map(edgeLine),
    'classDef default fill:#f2f0ff,line-height:1.2;',
    'classDef first fill-opacity:0;',
    'classDef last fill:#bfb6fc;',
  ]
  const head = "%%{init: {'flowchart': {'curve': 'linear'}}}%%\ngraph TD;\n"
  return head + lines.map((line) => `\t${line}\n`).join('')
}

const isConditional = ({ when, each, max }: GraphEdge) =>
  when !== undefined || each !== undefined || max !== undefined

function edgeLine(edge: GraphEdge): string {
  const label = [edge.when, edge.each && `each ${edge.each.as}`, edge.max && `max ${edge.max}`]
    .filter((part) => part !== undefined)
    .join(' · ')
  const arrow = isConditional(edge) ? `-. &nbsp;${label}&nbsp; .->` : '-->'
  return `${mermaidId(edge.from)} ${arrow} ${mermaidId(edge.to)};`
}
