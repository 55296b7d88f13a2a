import type { Cost, ModelPrice, Usage } from '@lathe/contract'
import { receiptLines, sumOf } from './receipt.ts'

export const unknownCost: Cost = { total: null, input: null, output: null, priceId: null }

/** `*` stands for any characters; upper and lower case are the same. */
export function matchesModel(pattern: string, model: string): boolean {
  const [first = '', ...rest] = pattern.toLowerCase().split('*')
  const name = model.toLowerCase()
  const last = rest.pop()
  if (last === undefined) return name === first
  if (!name.startsWith(first) || name.length < first.length + last.length) return false
  let from = first.length
  const until = name.length - last.length
  for (const part of rest) {
    const found = name.indexOf(part, from)
    if (found < 0 || found + part.length > until) return false
    from = found + part.length
  }
  return name.endsWith(last)
}

const literalLength = ({ pattern }: ModelPrice) => pattern.replaceAll('*', '').length

/** The price valid at that time: of patterns that match the one that says most, of its prices the newest. */
export function findPrice(
  prices: readonly ModelPrice[],
  model: string,
  at: number,
): ModelPrice | undefined {
  return prices
    .filter(({ pattern, validFrom }) => validFrom <= at && matchesModel(pattern, model))
    .toSorted(
      (a, b) =>
        literalLength(b) - literalLength(a) ||
        a.pattern.length - b.pattern.length ||
        b.validFrom - a.validFrom,
    )[0]
}

/** Parts without a price of their own cost what plain input or output costs. */
export function costOf(price: ModelPrice, usage: Usage): Cost {
  const lines = receiptLines(price, usage)
  const input = sumOf(lines, 'input')
  const output = sumOf(lines, 'output')
  return { total: input + output, input, output, priceId: price.id }
}
