import type { ModelPrice } from '@lathe/contract'

type ListPrice = Omit<ModelPrice, 'id'>

/** Dollars per million tokens, as price lists are written, in nano-dollars. */
const dollars = (amount: number) => Math.round(amount * 1_000_000_000)

const price = (
  pattern: string,
  [input, cachedRead, output]: [number, number | null, number],
  source: string,
): ListPrice => ({
  pattern,
  validFrom: 0,
  input: dollars(input),
  cachedRead: cachedRead === null ? null : dollars(cachedRead),
  cachedWrite: null,
  output: dollars(output),
  reasoning: null,
  audio: null,
  source,
})

/** Nobody has compared these with the list: a receipt must not claim more. */
const OPENAI = 'from memory, not checked: compare with openai.com/api/pricing'

/** Model and its dated name, which is what the provider answers with. */
const openai = (models: string[], prices: [number, number | null, number]) =>
  models.map((model) => price(model, prices, OPENAI))

/** What a new workspace knows. The practice provider costs nothing; its prices make the charts say something. */
export const listPrices: readonly ListPrice[] = [
  price('practice-*', [0.1, 0.01, 0.4], 'practice: made up, nothing is charged'),
  ...openai(['gpt-4o', 'gpt-4o-2024-08-06', 'gpt-4o-2024-11-20'], [2.5, 1.25, 10]),
  ...openai(['gpt-4o-mini', 'gpt-4o-mini-2024-07-18'], [0.15, 0.075, 0.6]),
  ...openai(['gpt-4.1', 'gpt-4.1-2025-04-14'], [2, 0.5, 8]),
  ...openai(['gpt-4.1-mini', 'gpt-4.1-mini-2025-04-14'], [0.4, 0.1, 1.6]),
  ...openai(['gpt-4.1-nano', 'gpt-4.1-nano-2025-04-14'], [0.1, 0.025, 0.4]),
  ...openai(['gpt-5', 'gpt-5-2025-08-07'], [1.25, 0.125, 10]),
  ...openai(['gpt-5-mini', 'gpt-5-mini-2025-08-07'], [0.25, 0.025, 2]),
  ...openai(['gpt-5-nano', 'gpt-5-nano-2025-08-07'], [0.05, 0.005, 0.4]),
  ...openai(['o3', 'o3-2025-04-16'], [2, 0.5, 8]),
  ...openai(['o4-mini', 'o4-mini-2025-04-16'], [1.1, 0.275, 4.4]),
  ...openai(['text-embedding-3-small'], [0.02, null, 0]),
  ...openai(['text-embedding-3-large'], [0.13, null, 0]),
]
