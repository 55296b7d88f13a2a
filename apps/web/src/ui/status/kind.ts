import type { SpanKind } from '@lathe/contract'

/** Decisions, messages, actions, and the remaining steps. */
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

/** CSS variable for icons and bars. Too light for text. */
export const familyColour = (family: KindFamily): string => `var(--kind-${family})`

export const kindColour = (kind: SpanKind): string => familyColour(kindFamily(kind))
