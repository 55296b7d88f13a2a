import type { ComparisonPlan, Variant, VariantBase } from '@lathe/contract'
import { freeKey, nextName } from './keys.ts'

type Columns = Pick<ComparisonPlan, 'variants'>

const key = ({ variants }: Columns) => freeKey(variants, 'v')

/** A column like another, to be changed. */
export function duplicated({ variants }: Columns, variant: Variant): Variant {
  return { ...variant, key: key({ variants }), name: nextName(variant.name, variants) }
}

export function newVariant(columns: Columns, base: VariantBase): Variant {
  const letter = String.fromCharCode(65 + (columns.variants.length % 26))
  return { key: key(columns), name: letter, base }
}

export const firstPrompt = (connection: string, model: string): VariantBase => ({
  type: 'prompt',
  messages: [
    { role: 'system', text: 'Answer in one sentence.' },
    { role: 'user', text: '{{question}}' },
  ],
  model: { connection, name: model },
})
