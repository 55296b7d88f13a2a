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
  /** The trace of another program. */
  isForeign?: boolean
  /** Lower-case text; keeps matches and what leads to them. */
  query: string
}

/** Framework steps that are no node of the graph: a prompt, a parser, an anonymous runnable. */
export const isPlumbing = ({ kind, node, parentId }: Span) =>
  parentId !== null && node === null && (kind === 'chain' || kind === 'prompt' || kind === 'parser')

/** Of what another program sent, only what LangChain itself puts between its steps is plumbing. */
const isForeignPlumbing = (span: Span) =>
  span.parentId !== null &&
  (span.tags.some((tag) => tag === 'langsmith:hidden' || tag.startsWith('seq:step')) ||
    /^(Runnable(Sequence|Lambda|Map|Parallel|Passthrough|Assign)|Channel(Write|Read)|Branch|__start__)/.test(
      span.name,
    )) &&
  (span.kind === 'chain' || span.kind === 'prompt' || span.kind === 'parser')

const matches = (span: Span, query: string) =>
  span.name.toLowerCase().includes(query) ||
  (span.element?.toLowerCase().includes(query) ?? false) ||
  (span.model?.toLowerCase().includes(query) ?? false) ||
  (span.error?.message.toLowerCase().includes(query) ?? false)

/** The rows to draw, depth first. Children of hidden plumbing move up to the nearest row. */
export function visibleRows(
  roots: readonly SpanNode[],
  { folded, withPlumbing, isForeign = false, query }: RowOptions,
): { rows: SpanRow[]; hiddenPlumbing: number } {
  const hides = isForeign ? isForeignPlumbing : isPlumbing
  const rows: SpanRow[] = []
  let hiddenPlumbing = 0

  /** Returns whether the subtree holds a match; rows of a subtree without one are taken back. */
  function visit(node: SpanNode, depth: number): boolean {
    const { span } = node
    const isHidden = !withPlumbing && hides(span)
    if (isHidden) hiddenPlumbing += 1
    const isOpen = query !== '' || !folded.has(span.id)
    const start = rows.length
    if (!isHidden) {
      rows.push({
        span,
        depth,
        hasChildren: shownChildren(node, withPlumbing, hides),
        isOpen,
        isOrphan: node.isOrphan,
      })
    }
    let found = query === '' || matches(span, query)
    for (const child of node.children) {
      if (isOpen) found = visit(child, isHidden ? depth : depth + 1) || found
      else if (!withPlumbing) hiddenPlumbing += countPlumbing(child, hides)
    }
    if (!found) rows.length = start
    return found
  }

  for (const root of roots) visit(root, 0)
  return { rows, hiddenPlumbing }
}

type Hides = (span: Span) => boolean

const shownChildren = (node: SpanNode, withPlumbing: boolean, hides: Hides): boolean =>
  node.children.some(
    (child) => withPlumbing || !hides(child.span) || shownChildren(child, withPlumbing, hides),
  )

const countPlumbing = (node: SpanNode, hides: Hides): number =>
  node.children.reduce((sum, child) => sum + countPlumbing(child, hides), hides(node.span) ? 1 : 0)
