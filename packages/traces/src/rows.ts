import type { Span } from '@lathe/contract'
import type { SpanNode } from './tree.ts'

export type SpanRow = {
  span: Span
  depth: number
  hasChildren: boolean
  isOpen: boolean
  isOrphan: boolean
}

export type RowOptions = {
  /** Ids of folded spans. */
  folded: ReadonlySet<string>
  /** Show framework plumbing too. */
  withPlumbing: boolean
  /** Lower-case text; keeps matches and what leads to them. */
  query: string
}

/** Framework steps that are no node of the graph: a prompt, a parser, an anonymous runnable. */
export const isPlumbing = ({ kind, node, parentId }: Span) =>
  parentId !== null && node === null && (kind === 'chain' || kind === 'prompt' || kind === 'parser')

const matches = (span: Span, query: string) =>
  span.name.toLowerCase().includes(query) ||
  (span.element?.toLowerCase().includes(query) ?? false) ||
  (span.model?.toLowerCase().includes(query) ?? false) ||
  (span.error?.message.toLowerCase().includes(query) ?? false)

/** The rows to draw, depth first. Children of hidden plumbing move up to the nearest row. */
export function visibleRows(
  roots: readonly SpanNode[],
  { folded, withPlumbing, query }: RowOptions,
): { rows: SpanRow[]; hiddenPlumbing: number } {
  const rows: SpanRow[] = []
  let hiddenPlumbing = 0

  /** Returns whether the subtree holds a match; rows of a subtree without one are taken back. */
  function visit(node: SpanNode, depth: number): boolean {
    const { span } = node
    const isHidden = !withPlumbing && isPlumbing(span)
    if (isHidden) hiddenPlumbing += 1
    const isOpen = query !== '' || !folded.has(span.id)
    const start = rows.length
    if (!isHidden) {
      rows.push({
        span,
        depth,
        hasChildren: shownChildren(node, withPlumbing),
        isOpen,
        isOrphan: node.isOrphan,
      })
    }
    let found = query === '' || matches(span, query)
    for (const child of node.children) {
      if (isOpen) found = visit(child, isHidden ? depth : depth + 1) || found
      else if (!withPlumbing) hiddenPlumbing += countPlumbing(child)
    }
    if (!found) rows.length = start
    return found
  }

  for (const root of roots) visit(root, 0)
  return { rows, hiddenPlumbing }
}

const shownChildren = (node: SpanNode, withPlumbing: boolean): boolean =>
  node.children.some(
    (child) => withPlumbing || !isPlumbing(child.span) || shownChildren(child, withPlumbing),
  )

const countPlumbing = (node: SpanNode): number =>
  node.children.reduce((sum, child) => sum + countPlumbing(child), isPlumbing(node.span) ? 1 : 0)
