import type { ModelPrice, Usage } from '@lathe/contract'
import { unattributedAudio } from '@lathe/contract/usage-sums'

/** Disjoint token counts that add up to input and output. */
export type TokenParts = {
  input: number
  cachedRead: number
  audioCached: number
  cachedWrite: number
  cachedWrite1h: number
  audioInput: number
  /** Audio tokens without a known direction, as far as they fit into the input. */
  unknownInputAudio: number
  output: number
  reasoning: number
  audioOutput: number
  unknownOutputAudio: number
}

/**
 * Splits a usage into disjoint parts. Audio tokens without a known direction count as input first.
 */
export function tokenParts(usage: Usage): TokenParts {
  const cachedRead = Math.min(usage.cachedRead, usage.input)
  const audioCached = Math.min(usage.audioCached ?? 0, cachedRead)
  const cachedWrite = Math.min(usage.cachedWrite, usage.input - cachedRead)
  const cachedWrite1h = Math.min(usage.cachedWrite1h ?? 0, cachedWrite)
  const uncachedInput = usage.input - cachedRead - cachedWrite
  const audioInput = Math.min(usage.audioInput ?? 0, uncachedInput)
  const reasoning = Math.min(usage.reasoning, usage.output)
  const visibleOutput = usage.output - reasoning
  const audioOutput = Math.min(usage.audioOutput ?? 0, visibleOutput)

  const unassigned = unattributedAudio(usage)
  const unknownInputAudio = Math.min(unassigned, uncachedInput - audioInput)
  const unknownOutputAudio = Math.min(unassigned - unknownInputAudio, visibleOutput - audioOutput)
  return {
    input: uncachedInput - audioInput - unknownInputAudio,
    cachedRead: cachedRead - audioCached,
    audioCached,
    cachedWrite: cachedWrite - cachedWrite1h,
    cachedWrite1h,
    audioInput,
    unknownInputAudio,
    output: visibleOutput - audioOutput - unknownOutputAudio,
    reasoning,
    audioOutput,
    unknownOutputAudio,
  }
}

/** A part of a cost: a number of tokens at nano-dollars per million. */
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
    /** The sender did not report whether it is input or output. */
    | 'audio'
  side: 'input' | 'output'
  tokens: number
  perMillion: number
  /** Has no price of its own and costs what plain input or output costs. */
  isPlain: boolean
}

/**
 * Anthropic, the only provider that reports one-hour writes, charges twice the input price for them
 * (docs.claude.com, "Prompt caching").
 */
const HOUR_WRITE_RATE = 2

/** Lists the parts that a call is charged for. Parts without tokens are omitted. */
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
    line('audio', 'input', parts.unknownInputAudio, price.audioInput),
    line('output', 'output', parts.output, price.output),
    line('reasoning', 'output', parts.reasoning, price.reasoning),
    line('audioOutput', 'output', parts.audioOutput, price.audioOutput),
    line('audio', 'output', parts.unknownOutputAudio, price.audioOutput),
  ].filter(({ tokens }) => tokens > 0)
}

const MILLION = 1_000_000

/** Returns nano-dollars, not rounded: only the sum of a side is. */
export const lineNanos = ({ tokens, perMillion }: ReceiptLine): number =>
  (tokens * perMillion) / MILLION

/**
 * Returns the nano-dollars of one side. Whole and fractional parts are added separately, because
 * tokens times price may exceed a double's precision.
 */
export function sumSide(lines: readonly ReceiptLine[], side: ReceiptLine['side']): number {
  let wholeNanos = 0
  let millionths = 0
  for (const { tokens, perMillion } of lines.filter((line) => line.side === side)) {
    wholeNanos += tokens * Math.floor(perMillion / MILLION)
    millionths += tokens * (perMillion % MILLION)
  }
  return wholeNanos + Math.round(millionths / MILLION)
}
