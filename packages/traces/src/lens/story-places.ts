import type { SpanNode } from '../tree.ts'
import type { StoryItem } from './story.ts'

/** By the ids of spans those of the items that tell of them, or that they are folded into. What only leads to others is nowhere. */
export function storyPlaces(
  roots: readonly SpanNode[],
  items: readonly StoryItem[],
): ReadonlyMap<string, string> {
  const own = new Map<string, StoryItem>()
  for (const item of items) for (const id of idsOf(item)) if (!own.has(id)) own.set(id, item)

  const places = new Map<string, string>()
  const waiting = roots.map((node) => ({ node, within: undefined as string | undefined }))
  for (let step = waiting.pop(); step; step = waiting.pop()) {
    const { node, within } = step
    const item = own.get(node.span.id)
    const place = item?.id ?? within
    if (place !== undefined) places.set(node.span.id, place)
    const below = item && !mayHide(item) ? undefined : place
    for (const child of node.children) waiting.push({ node: child, within: below })
  }
  return places
}

const idsOf = (item: StoryItem): readonly string[] => {
  if (item.type !== 'folded') return [item.span.id]
  return item.isOpen ? [] : item.steps
}

const mayHide = ({ type }: StoryItem) => type === 'folded' || type === 'step' || type === 'card'
