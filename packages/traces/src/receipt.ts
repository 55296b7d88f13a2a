import type { ModelPrice, Usage } from '@lathe/contract'
import { tokenParts } from './token-parts.ts'

/** Part of a cost: so many tokens, at nano-dollars per million. */
export type ReceiptLine = {
  what:
    | 'input'
    | 'cachedRead'
    | 'audioCached'
    | 'cachedWrite'
    | 'cachedWrite1h'
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

/** Anthropic, the only provider that reports writes for an hour, charges twice the input for them (docs.claude.com, "Prompt caching"). */
const HOUR_WRITE_RATE = 2

/** What a call is charged for, line by line; lines without tokens are left out. */
export function receiptLines(price: ModelPrice, usage: Usage): ReceiptLine[] {
  const parts = tokenParts(usage)
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
    line('input', 'input', parts.input, price.input),
    line('cachedRead', 'input', parts.cachedRead, price.cachedRead),
    line('audioCached', 'input', parts.audioCached, price.audioCached ?? price.cachedRead),
    line('cachedWrite', 'input', parts.cachedWrite, price.cachedWrite),
    line('cachedWrite1h', 'input', parts.cachedWrite1h, price.input * HOUR_WRITE_RATE),
    line('audioInput', 'input', parts.audioInput, price.audioInput),
    line('audio', 'input', parts.untoldInput, price.audioInput),
    line('output', 'output', parts.output, price.output),
    line('reasoning', 'output', parts.reasoning, price.reasoning),
    line('audioOutput', 'output', parts.audioOutput, price.audioOutput),
    line('audio', 'output', parts.untoldOutput, price.audioOutput),
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
