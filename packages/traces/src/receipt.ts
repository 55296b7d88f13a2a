import type { ModelPrice, Usage } from '@lathe/contract'
import { untoldAudio } from '@lathe/contract/usage-sums'

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
    /** Nobody told whether it was heard or spoken. */
    | 'audio'
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
  const freshInput = usage.input - cachedRead - cachedWrite
  const audioInput = Math.min(usage.audioInput ?? 0, freshInput)
  const reasoning = Math.min(usage.reasoning, usage.output)
  const said = usage.output - reasoning
  const audioOutput = Math.min(usage.audioOutput ?? 0, said)

  // Something has to be charged for audio of which nobody told the side: it is taken from the input first.
  const untold = untoldAudio(usage)
  const untoldInput = Math.min(untold, freshInput - audioInput)
  const untoldOutput = Math.min(untold - untoldInput, said - audioOutput)

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
    line('input', 'input', freshInput - audioInput - untoldInput, price.input),
    line('cachedRead', 'input', cachedRead, price.cachedRead),
    line('cachedWrite', 'input', cachedWrite, price.cachedWrite),
    line('audioInput', 'input', audioInput, price.audioInput),
    line('audio', 'input', untoldInput, price.audioInput),
    line('output', 'output', said - audioOutput - untoldOutput, price.output),
    line('reasoning', 'output', reasoning, price.reasoning),
    line('audioOutput', 'output', audioOutput, price.audioOutput),
    line('audio', 'output', untoldOutput, price.audioOutput),
  ].filter(({ tokens }) => tokens > 0)
}

const MILLION = 1_000_000

/** Nano-dollars; only the sum of a side is rounded. */
export const lineNanos = ({ tokens, perMillion }: ReceiptLine): number =>
  (tokens * perMillion) / MILLION

/** Nano-dollars. Whole ones are added apart: tokens times price may have more digits than a number holds. */
export function sumOf(lines: readonly ReceiptLine[], side: ReceiptLine['side']): number {
  let whole = 0
  let millionths = 0
  for (const { tokens, perMillion } of lines.filter((line) => line.side === side)) {
    whole += tokens * Math.floor(perMillion / MILLION)
    millionths += tokens * (perMillion % MILLION)
  }
  return whole + Math.round(millionths / MILLION)
}
