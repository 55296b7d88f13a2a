import type { Span } from '@lathe/contract'
import type { SpanNode } from '../tree.ts'
import { type Inside, insideOf } from './inside.ts'

type At = { id: string; span: Span; depth: number }

/** A trace as it reads: what was asked, what was said and done, what came of it. */
export type StoryItem =
  | (At & { type: 'input' | 'call' | 'step' | 'output' })
  /** A sub-agent, which opens in place. */
  | (At & { type: 'card'; isOpen: boolean; inside: Inside })
  /** Framework steps one after another, whose ids are `steps`; `span` is the first, `count` counts what is inside them too. */
  | (At & { type: 'folded'; isOpen: boolean; count: number; steps: string[] })

type Step = { node: SpanNode; depth: number } | { ending: StoryItem }

/** `opened` holds ids of items: cards and folded steps. */
export function storyOf(roots: readonly SpanNode[], opened: ReadonlySet<string>): StoryItem[] {
  const insides = insideOf(roots)
  const tops = new Set(roots)
  const items: StoryItem[] = []
  let folded: Extract<StoryItem, { type: 'folded' }> | undefined
  let isAsked = true
  const add = (item: StoryItem) => {
    folded = undefined
    items.push(item)
  }
  const fold = (span: Span, depth: number, count: number) => {
    if (!folded) {
      const id = `${span.id}/folded`
      folded = { type: 'folded', id, span, depth, isOpen: opened.has(id), count: 0, steps: [] }
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
    const inside = insides.get(node)
    if (!inside) continue
    let below = depth
    if (tops.has(node)) {
      const isEmpty = span.payloadBytes === 0 && span.status === 'success' && children.length > 0
      if (!isEmpty) add({ type: 'input', id: `${span.id}/input`, span, depth })
      const output = { type: 'output', id: `${span.id}/output`, span, depth } as const
      if (!isEmpty) waiting.push({ ending: output })
      isAsked = !isEmpty
    } else if (isSubAgent(span, inside)) {
      isAsked = true
      const isOpen = opened.has(span.id)
      add({ type: 'card', id: span.id, span, depth, isOpen, inside })
      if (!isOpen) continue
      below += 1
    } else if (isCall(span)) {
      // Of a root that came with nothing the first model tells what was asked.
      if (!isAsked && span.kind === 'model') {
        add({ type: 'input', id: `${span.id}/input`, span, depth })
        isAsked = true
      }
      add({ type: 'call', id: span.id, span, depth })
    } else if (isFailure(node)) add({ type: 'step', id: span.id, span, depth })
    else if (inside.models + inside.tools + inside.failures === 0) {
      fold(span, depth, inside.spans + 1)
      continue
    }
    for (const child of children.toReversed()) waiting.push({ node: child, depth: below })
  }
  return items
}

const isCall = ({ kind }: Span) =>
  kind === 'model' || kind === 'tool' || kind === 'retriever' || kind === 'embedding'

const isSubAgent = ({ kind }: Span, { models }: Inside) =>
  kind === 'agent' || (kind === 'tool' && models > 0)

/** Where a failure came from, not what it went on to fail. */
const isFailure = ({ span, children }: SpanNode) =>
  span.status === 'error' && !children.some((child) => child.span.status === 'error')
