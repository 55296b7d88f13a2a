import type { Cost, ModelPrice, Usage } from '@lathe/contract'

const MILLION = 1_000_000

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
  const cachedRead = Math.min(usage.cachedRead, usage.input)
  const cachedWrite = Math.min(usage.cachedWrite, usage.input - cachedRead)
  const plainInput = usage.input - cachedRead - cachedWrite
  const reasoning = Math.min(usage.reasoning, usage.output)
  const plainOutput = usage.output - reasoning

  // Providers count audio among input and output without saying which, so it is taken from input first.
  const audio = price.audio === null ? 0 : Math.min(usage.audio, plainInput + plainOutput)
  const audioInput = Math.min(audio, plainInput)
  const audioOutput = audio - audioInput
  const audioPrice = price.audio ?? 0

  const input = nanos(
    [plainInput - audioInput, price.input],
    [cachedRead, price.cachedRead ?? price.input],
    [cachedWrite, price.cachedWrite ?? price.input],
    [audioInput, audioPrice],
  )
  const output = nanos(
    [plainOutput - audioOutput, price.output],
    [reasoning, price.reasoning ?? price.output],
    [audioOutput, audioPrice],
  )
  return { total: input + output, input, output, priceId: price.id }
}

const nanos = (...parts: [tokens: number, perMillion: number][]): number =>
  Math.round(parts.reduce((sum, [tokens, price]) => sum + tokens * price, 0) / MILLION)
