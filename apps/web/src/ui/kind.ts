import type { SpanKind } from '@lathe/contract'

/** Who decides, what was said, what was done, and plumbing. */
export type KindFamily = 'agent' | 'model' | 'tool' | 'step'

const FAMILIES: Record<SpanKind, KindFamily> = {
  agent: 'agent',
  model: 'model',
  embedding: 'model',
  tool: 'tool',
  retriever: 'tool',
  chain: 'step',
  prompt: 'step',
  parser: 'step',
}

export const kindFamily = (kind: SpanKind): KindFamily => FAMILIES[kind]

/** A CSS variable, for icons and bars; never for text. */
export const familyColour = (family: KindFamily): string => `var(--kind-${family})`

export const kindColour = (kind: SpanKind): string => familyColour(kindFamily(kind))
