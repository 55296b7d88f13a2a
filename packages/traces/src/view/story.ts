import type { Json, Span } from '@lathe/contract'
import { isJsonObject } from '@lathe/contract/is-json-object'
import type { SpanNode } from '../tree.ts'
import { type DescendantCounts, countDescendants } from './statistics.ts'

/**
 * Returns the question of a waiting span: the value passed to LangGraph.js's `interrupt` (several
 * as a list), or the text of other frameworks. Undefined if it does not wait or has no text.
 */
export function humanQuestion({ status, error }: Pick<Span, 'status' | 'error'>): Json | undefined {
  if (status !== 'interrupted' || !error) return undefined
  const values = interruptsIn(error.message)?.map((interrupt) =>
    isJsonObject(interrupt) ? (interrupt['value'] ?? null) : interrupt,
  )
  return (values?.length === 1 ? values[0] : values) ?? error.message
}

function interruptsIn(text: string): Json[] | undefined {
  try {
    const read = JSON.parse(text) as Json
    return Array.isArray(read) && read.length > 0 ? read : undefined
  } catch {
    return undefined
  }
}

type StoryPlace = { id: string; span: Span; depth: number }

/** A trace as a story: question, steps, answers, outcome. */
export type StoryItem =
  | (StoryPlace & { type: 'input' | 'call' | 'step' | 'output' })
  /** A sub-agent, which opens in place. */
  | (StoryPlace & { type: 'card'; isOpen: boolean; counts: DescendantCounts })
  /** Framework steps one after another, whose ids are `steps`; `span` is the first, `count` counts what is inside them too. */
  | (StoryPlace & { type: 'folded'; isOpen: boolean; count: number; steps: string[] })

type Step = { node: SpanNode; depth: number } | { ending: StoryItem }

/** Builds the story of a trace. `opened` contains ids of items: cards and collapsed steps. */
export function buildStory(
  roots: readonly SpanNode[],
  expandedIds: ReadonlySet<string>,
): StoryItem[] {
  const descendants = countDescendants(roots)
  const tops = new Set(roots)
  const items: StoryItem[] = []
  let folded: Extract<StoryItem, { type: 'folded' }> | undefined
  let isUserTurn = true
  const add = (item: StoryItem) => {
    folded = undefined
    items.push(item)
  }
  const fold = (span: Span, depth: number, count: number) => {
    if (!folded) {
      const id = `${span.id}/folded`
      folded = { type: 'folded', id, span, depth, isOpen: expandedIds.has(id), count: 0, steps: [] }
      items.push(folded)
    }
    folded.count += count
    folded.steps.push(span.id)
    if (folded.isOpen) items.push({ type: 'step', id: span.id, span, depth })
  }

  const waiting: Step[] = roots.toReversed().map((node) => ({ node, depth: 0 }))
  for (let step = waiting.pop(); step; step = waiting.pop()) {
    if ('ending' in step) {
      add(step.ending)
      continue
    }
    const { node, depth } = step
    const { span, children } = node
    const counts = descendants.get(node)
    if (!counts) continue
    let hiddenBelow = depth
    if (tops.has(node)) {
      const isEmpty = span.payloadBytes === 0 && span.status === 'success' && children.length > 0
      if (!isEmpty) add({ type: 'input', id: `${span.id}/input`, span, depth })
      const output = { type: 'output', id: `${span.id}/output`, span, depth } as const
      if (!isEmpty) waiting.push({ ending: output })
      isUserTurn = !isEmpty
    } else if (isSubAgent(span, counts)) {
      isUserTurn = true
      const isOpen = expandedIds.has(span.id)
      add({ type: 'card', id: span.id, span, depth, isOpen, counts })
      if (!isOpen) continue
      hiddenBelow += 1
    } else if (isCall(span)) {
      // If the root has no input, the first model's input is shown.
      if (!isUserTurn && span.kind === 'model') {
        add({ type: 'input', id: `${span.id}/input`, span, depth })
        isUserTurn = true
      }
      add({ type: 'call', id: span.id, span, depth })
    } else if (isFailure(node)) add({ type: 'step', id: span.id, span, depth })
    else if (counts.models + counts.tools + counts.failures === 0) {
      fold(span, depth, counts.spans + 1)
      continue
    }
    for (const child of children.toReversed()) waiting.push({ node: child, depth: hiddenBelow })
  }
  return items
}

const isCall = ({ kind }: Span) =>
  kind === 'model' || kind === 'tool' || kind === 'retriever' || kind === 'embedding'

const isSubAgent = ({ kind }: Span, { models }: DescendantCounts) =>
  kind === 'agent' || (kind === 'tool' && models > 0)

/** Shows the origin of a failure, not the spans that it propagated to. */
const isFailure = ({ span, children }: SpanNode) =>
  span.status === 'error' && !children.some((child) => child.span.status === 'error')

/**
 * Maps span ids to the items that show them or contain them collapsed. Spans that only lead to
 * others are omitted.
 */
export function storyPlaces(
  roots: readonly SpanNode[],
  items: readonly StoryItem[],
): ReadonlyMap<string, string> {
  const itemsBySpan = new Map<string, StoryItem>()
  for (const item of items)
    for (const id of spanIds(item)) if (!itemsBySpan.has(id)) itemsBySpan.set(id, item)

  const places = new Map<string, string>()
  const waiting = roots.map((node) => ({ node, within: undefined as string | undefined }))
  for (let step = waiting.pop(); step; step = waiting.pop()) {
    const { node, within } = step
    const item = itemsBySpan.get(node.span.id)
    const place = item?.id ?? within
    if (place !== undefined) places.set(node.span.id, place)
    const hiddenBelow = item && !mayHide(item) ? undefined : place
    for (const child of node.children) waiting.push({ node: child, within: hiddenBelow })
  }
  return places
}

const spanIds = (item: StoryItem): readonly string[] => {
  if (item.type !== 'folded') return [item.span.id]
  return item.isOpen ? [] : item.steps
}

const mayHide = ({ type }: StoryItem) => type === 'folded' || type === 'step' || type === 'card'
