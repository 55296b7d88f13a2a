import type { GraphDocument } from '@lathe/contract'

type Titled = Pick<GraphDocument, 'nodes'>

/** A step's path in the words of the canvas: `research/search` as "Research › search". */
export function nodeTitle({ nodes }: Titled, path: string): string {
  const [head = path, ...inner] = path.split('/')
  return [nodes[head]?.title ?? head, ...inner].join(' › ')
}

/** Where a question nobody answers in time leads: the title of what comes next, or the end. */
export function afterTimeout(document: GraphDocument, node: string): string | undefined {
  const way = document.edges.find(({ from, when }) => from === node && when === 'timeout')
  if (!way) return undefined
  return way.to === 'end' ? 'the end' : nodeTitle(document, way.to)
}
