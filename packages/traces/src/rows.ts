import { foldText, type Span } from '@lathe/contract'
import { type SpanNode, walkTree } from './tree.ts'

export type SpanRow = {
  span: Span
  depth: number
  hasChildren: boolean
  isOpen: boolean
  isOrphan: boolean
}

export type RowOptions = {
  /** Ids of collapsed spans. */
  folded: ReadonlySet<string>
  /** Whether framework plumbing is shown. */
  withPlumbing: boolean
  /** Whether another program sent the trace. */
  isForeign?: boolean
  /** Ids of search hits. They stay visible together with their ancestors. */
  found?: ReadonlySet<string> | undefined
}

/**
 * Whether a span is a framework step and not a node of the graph: a prompt, a parser, an anonymous
 * runnable.
 */
export const isPlumbing = ({ kind, node, parentId }: Span) =>
  parentId !== null && node === null && (kind === 'chain' || kind === 'prompt' || kind === 'parser')

/** In traces of other programs, only the steps that LangChain itself inserts are plumbing. */
export const isForeignPlumbing = ({ kind, parentId, tags, name }: Span) =>
  (kind === 'chain' || kind === 'prompt' || kind === 'parser') &&
  parentId !== null &&
  (tags.some((tag) => tag === 'langsmith:hidden' || tag.startsWith('seq:step')) ||
    /^(Runnable(Sequence|Lambda|Map|Parallel|Passthrough|Assign)|Channel(Write|Read)|Branch|__start__)/.test(
      name,
    ))

/** Whether the row of a span shows the text, ignoring case and accents. */
export function matchesSpan({ name, element, model, error }: Span, query: string): boolean {
  const foldedQuery = foldText(query)
  return [name, element, model, error?.message].some(
    (cellText) => typeof cellText === 'string' && foldText(cellText).includes(foldedQuery),
  )
}

/** Returns the ids of rows to collapse, so that only roots and their children remain. */
export const listFoldable = (rows: readonly SpanRow[]): string[] =>
  rows.flatMap(({ span, depth, hasChildren }) => (hasChildren && depth > 0 ? [span.id] : []))

/**
 * Returns the rows to draw, depth first. Children of hidden plumbing move up to the nearest visible
 * row.
 */
export function visibleRows(
  roots: readonly SpanNode[],
  { folded, withPlumbing, isForeign = false, found }: RowOptions,
): { rows: SpanRow[]; hiddenPlumbing: number } {
  const hides = isForeign ? isForeignPlumbing : isPlumbing
  const order = walkTree(roots)
  const plumbing = new Set(withPlumbing ? [] : order.filter(({ span }) => hides(span)))
  const openable = findOpenable(order, plumbing)
  const ancestors = found && findAncestors(order, found)
  const rows: SpanRow[] = []
  const waiting = roots.toReversed()
  const depths = waiting.map(() => 0)
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    const depth = depths.pop() ?? 0
    const { span, children, isOrphan } = node
    if (ancestors && !ancestors.has(node)) continue
    const isHidden = plumbing.has(node) && !found?.has(span.id)
    const isOpen = found !== undefined || !folded.has(span.id)
    if (!isHidden) rows.push({ span, depth, hasChildren: openable.has(node), isOpen, isOrphan })
    if (!isOpen) continue
    for (let index = children.length - 1; index >= 0; index--) {
      const child = children[index]
      if (!child) continue
      waiting.push(child)
      depths.push(isHidden ? depth : depth + 1)
    }
  }
  return { rows, hiddenPlumbing: plumbing.size }
}

/** Nodes with visible content inside. */
function findOpenable(order: readonly SpanNode[], hidden: ReadonlySet<SpanNode>) {
  const openable = new Set<SpanNode>()
  for (let index = order.length - 1; index >= 0; index--) {
    const node = order[index]
    if (node?.children.some((child) => !hidden.has(child) || openable.has(child)))
      openable.add(node)
  }
  return openable
}

/** Spans that were found, and their ancestors. */
function findAncestors(
  order: readonly SpanNode[],
  found: ReadonlySet<string>,
): ReadonlySet<SpanNode> {
  const ancestors = new Set<SpanNode>()
  for (let index = order.length - 1; index >= 0; index--) {
    const node = order[index]
    if (node && (found.has(node.span.id) || node.children.some((child) => ancestors.has(child))))
      ancestors.add(node)
  }
  return ancestors
}
