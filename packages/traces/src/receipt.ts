import type { ModelPrice, Usage } from '@lathe/contract'

/** Part of a cost: so many tokens, at nano-dollars per million. */
export type ReceiptLine = {
  what:
    | 'input'
    | 'cachedRead'
    | 'cachedWrite'
    | 'audioInput'
    | 'output'
    | 'reasoning'
    | 'audioOutput'
  side: 'input' | 'output'
  tokens: number
  perMillion: number
  /** It has no price of its own and is charged as plain input or output. */
  isPlain: boolean
}

/** What a call is charged for, line by line; lines without tokens are left out. */
export function receiptLines(price: ModelPrice, usage: Usage): ReceiptLine[] {
  const cachedRead = Math.min(usage.cachedRead, usage.input)
  const cachedWrite = Math.min(usage.cachedWrite, usage.input - cachedRead)
  const plainInput = usage.input - cachedRead - cachedWrite
  const reasoning = Math.min(usage.reasoning, usage.output)
  const plainOutput = usage.output - reasoning

  // Providers count audio among input and output without saying which, so it is taken from input first.
  const audio = price.audio === null ? 0 : Math.min(usage.audio, plainInput + plainOutput)
  const audioInput = Math.min(audio, plainInput)
  const audioOutput = audio - audioInput

  const line = (
    what: ReceiptLine['what'],
    side: ReceiptLine['side'],
    tokens: number,
    own: number | null,
  ): ReceiptLine => ({
    what,
    side,
    tokens,
    perMillion: own ?? price[side],
    isPlain: own === null,
  })
  return [
    line('input', 'input', plainInput - audioInput, price.input),
    line('cachedRead', 'input', cachedRead, price.cachedRead),
    line('cachedWrite', 'input', cachedWrite, price.cachedWrite),
    line('audioInput', 'input', audioInput, price.audio),
    line('output', 'output', plainOutput - audioOutput, price.output),
    line('reasoning', 'output', reasoning, price.reasoning),
    line('audioOutput', 'output', audioOutput, price.audio),
  ].filter(({ tokens }) => tokens > 0)
}

const MILLION = 1_000_000

/** Nano-dollars; only the sum of a side is rounded. */
export const lineNanos = ({ tokens, perMillion }: ReceiptLine): number =>
  (tokens * perMillion) / MILLION

export const sumOf = (lines: readonly ReceiptLine[], side: ReceiptLine['side']): number =>
  Math.round(
    lines
      .filter((line) => line.side === side)
      .reduce((sum, { tokens, perMillion }) => sum + tokens * perMillion, 0) / MILLION,
  )
