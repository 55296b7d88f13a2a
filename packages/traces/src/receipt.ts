import type { ModelPrice, Usage } from '@lathe/contract'
import { untoldAudio } from '@lathe/contract/usage-sums'

/** The tokens of a usage parted, so that none is in two parts and all of them are its input and output. */
export type TokenParts = {
  input: number
  cachedRead: number
  audioCached: number
  cachedWrite: number
  cachedWrite1h: number
  audioInput: number
  /** Audio of which nobody told the side, as far as the input has room for it. */
  untoldInput: number
  output: number
  reasoning: number
  audioOutput: number
  untoldOutput: number
}

/** Audio of which nobody told the side is taken from the input first. */
export function tokenParts(usage: Usage): TokenParts {
  const cachedRead = Math.min(usage.cachedRead, usage.input)
  const audioCached = Math.min(usage.audioCached ?? 0, cachedRead)
  const cachedWrite = Math.min(usage.cachedWrite, usage.input - cachedRead)
  const cachedWrite1h = Math.min(usage.cachedWrite1h ?? 0, cachedWrite)
  const fresh = usage.input - cachedRead - cachedWrite
  const audioInput = Math.min(usage.audioInput ?? 0, fresh)
  const reasoning = Math.min(usage.reasoning, usage.output)
  const visibleOutput = usage.output - reasoning
  const audioOutput = Math.min(usage.audioOutput ?? 0, visibleOutput)

  const unassigned = untoldAudio(usage)
  const untoldInput = Math.min(unassigned, fresh - audioInput)
  const untoldOutput = Math.min(unassigned - untoldInput, visibleOutput - audioOutput)
  return {
    input: fresh - audioInput - untoldInput,
    cachedRead: cachedRead - audioCached,
    audioCached,
    cachedWrite: cachedWrite - cachedWrite1h,
    cachedWrite1h,
    audioInput,
    untoldInput,
    output: visibleOutput - audioOutput - untoldOutput,
    reasoning,
    audioOutput,
    untoldOutput,
  }
}

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
    part: ReceiptLine['what'],
    side: ReceiptLine['side'],
    tokens: number,
    ownPrice: number | null,
  ): ReceiptLine => ({
    what: part,
    side,
    tokens,
    perMillion: ownPrice ?? price[side],
    isPlain: ownPrice === null,
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
export function sumSide(lines: readonly ReceiptLine[], side: ReceiptLine['side']): number {
  let wholeNanos = 0
  let millionths = 0
  for (const { tokens, perMillion } of lines.filter((line) => line.side === side)) {
    wholeNanos += tokens * Math.floor(perMillion / MILLION)
    millionths += tokens * (perMillion % MILLION)
  }
  return wholeNanos + Math.round(millionths / MILLION)
}
