import type { Span } from '@lathe/contract'
import { type SpanNode, walkTree } from './tree.ts'

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
  /** Ids of what was searched for: kept with what leads to them. */
  found?: ReadonlySet<string> | undefined
}

/** Framework steps that are no node of the graph: a prompt, a parser, an anonymous runnable. */
export const isPlumbing = ({ kind, node, parentId }: Span) =>
  parentId !== null && node === null && (kind === 'chain' || kind === 'prompt' || kind === 'parser')

/** Of what another program sent, only what LangChain itself puts between its steps is plumbing. */
export const isForeignPlumbing = (span: Span) =>
  span.parentId !== null &&
  (span.tags.some((tag) => tag === 'langsmith:hidden' || tag.startsWith('seq:step')) ||
    /^(Runnable(Sequence|Lambda|Map|Parallel|Passthrough|Assign)|Channel(Write|Read)|Branch|__start__)/.test(
      span.name,
    )) &&
  (span.kind === 'chain' || span.kind === 'prompt' || span.kind === 'parser')

/** Whether its row says the text, which is lower-case. */
export const matchesSpan = (span: Span, query: string) =>
  span.name.toLowerCase().includes(query) ||
  (span.element?.toLowerCase().includes(query) ?? false) ||
  (span.model?.toLowerCase().includes(query) ?? false) ||
  (span.error?.message.toLowerCase().includes(query) ?? false)

type Hides = (span: Span) => boolean

/** The rows to draw, depth first. Children of hidden plumbing move up to the nearest row. */
export function visibleRows(
  roots: readonly SpanNode[],
  { folded, withPlumbing, isForeign = false, found }: RowOptions,
): { rows: SpanRow[]; hiddenPlumbing: number } {
  const hides: Hides = isForeign ? isForeignPlumbing : isPlumbing
  const { shown, hiddenPlumbing } = survey(roots, (span) => !withPlumbing && hides(span))
  const leading = found && leadingTo(roots, found)
  const rows: SpanRow[] = []
  const waiting = roots.toReversed().map((node) => ({ node, depth: 0 }))
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, depth } = next
    const { span, children, isOrphan } = node
    if (leading && !leading.has(node)) continue
    const isHidden = !withPlumbing && hides(span) && !found?.has(span.id)
    const isOpen = found !== undefined || !folded.has(span.id)
    if (!isHidden) rows.push({ span, depth, hasChildren: shown.has(node), isOpen, isOrphan })
    if (!isOpen) continue
    for (let at = children.length - 1; at >= 0; at--) {
      const child = children[at]
      if (child) waiting.push({ node: child, depth: isHidden ? depth : depth + 1 })
    }
  }
  return { rows, hiddenPlumbing }
}

/** Which spans have anything to show inside, and how many are hidden. */
function survey(roots: readonly SpanNode[], isHidden: Hides) {
  const order = [...walkTree(roots)]
  const shown = new Set<SpanNode>()
  let hiddenPlumbing = 0
  for (let at = order.length - 1; at >= 0; at--) {
    const node = order[at]
    if (!node) continue
    if (isHidden(node.span)) hiddenPlumbing += 1
    if (node.children.some((child) => !isHidden(child.span) || shown.has(child))) shown.add(node)
  }
  return { shown, hiddenPlumbing }
}

/** Spans that were found, and those that lead to them. */
function leadingTo(roots: readonly SpanNode[], found: ReadonlySet<string>): ReadonlySet<SpanNode> {
  const order = [...walkTree(roots)]
  const leading = new Set<SpanNode>()
  for (let at = order.length - 1; at >= 0; at--) {
    const node = order[at]
    if (node && (found.has(node.span.id) || node.children.some((child) => leading.has(child))))
      leading.add(node)
  }
  return leading
}
