import type { ComparisonPlan, ModelSettings, Variant, VariantBase } from '@lathe/contract'
import { freeKey, copyName } from './keys.ts'

type Columns = Pick<ComparisonPlan, 'variants'>

const key = ({ variants }: Columns) => freeKey(variants, 'v')

/** Copies a variant under a new key and name. */
export function duplicateVariant({ variants }: Columns, variant: Variant): Variant {
  return { ...variant, key: key({ variants }), name: copyName(variant.name, variants) }
}

export function newVariant(columns: Columns, base: VariantBase): Variant {
  const letter = String.fromCharCode(65 + (columns.variants.length % 26))
  return { key: key(columns), name: letter, base }
}

const NAME = /^[a-zA-Z_]\w*$/

/** Uses the input names of the existing cases as variables. */
export function defaultPrompt(
  { cases }: Pick<ComparisonPlan, 'cases'>,
  model: ModelSettings,
): VariantBase {
  const names = Object.keys(cases[0]?.input ?? {}).filter((name) => NAME.test(name))
  const [firstName = 'question', ...otherNames] = names
  const text =
    otherNames.length === 0
      ? `{{${firstName}}}`
      : names.map((name) => `${name}: {{${name}}}`).join('\n')
  return {
    type: 'prompt',
    messages: [
      { role: 'system', text: 'Answer in one sentence.' },
      { role: 'user', text },
    ],
    model,
  }
}
