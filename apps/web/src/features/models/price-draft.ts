import type { ModelPrice } from '@lathe/contract'

const NANOS_PER_DOLLAR = 1e9
const DAY_MICROS = 86_400_000_000

/** Dollars per million tokens, the usual unit of price lists. Empty means no separate price. */
export type PriceDraft = {
  pattern: string
  /** `2026-11-20`, or empty for always. */
  validFrom: string
  input: number | ''
  cachedRead: number | ''
  cachedWrite: number | ''
  output: number | ''
  reasoning: number | ''
  audioInput: number | ''
  audioOutput: number | ''
  audioCached: number | ''
  source: string
}

export const emptyPrice: PriceDraft = {
  pattern: '',
  validFrom: '',
  input: '',
  cachedRead: '',
  cachedWrite: '',
  output: '',
  reasoning: '',
  audioInput: '',
  audioOutput: '',
  audioCached: '',
  source: '',
}

const dollars = (nanos: number | null): number | '' =>
  nanos === null ? '' : nanos / NANOS_PER_DOLLAR
const nanos = (value: number | ''): number | null =>
  value === '' ? null : Math.round(value * NANOS_PER_DOLLAR)

export const formatDate = (micros: number): string =>
  micros === 0 ? '' : new Date(micros / 1_000).toISOString().slice(0, 10)

export function createPriceDraft(price: ModelPrice): PriceDraft {
  return {
    pattern: price.pattern,
    validFrom: formatDate(price.validFrom),
    input: dollars(price.input),
    cachedRead: dollars(price.cachedRead),
    cachedWrite: dollars(price.cachedWrite),
    output: dollars(price.output),
    reasoning: dollars(price.reasoning),
    audioInput: dollars(price.audioInput),
    audioOutput: dollars(price.audioOutput),
    audioCached: dollars(price.audioCached),
    source: price.source,
  }
}

/** Undefined while the draft is incomplete. */
export function parsePrice(draft: PriceDraft): Omit<ModelPrice, 'id'> | undefined {
  const input = nanos(draft.input)
  const output = nanos(draft.output)
  const validFrom = draft.validFrom === '' ? 0 : Date.parse(draft.validFrom) * 1_000
  if (draft.pattern.trim() === '' || input === null || output === null || Number.isNaN(validFrom)) {
    return undefined
  }
  return {
    pattern: draft.pattern.trim(),
    validFrom: Math.floor(validFrom / DAY_MICROS) * DAY_MICROS,
    input,
    output,
    cachedRead: nanos(draft.cachedRead),
    cachedWrite: nanos(draft.cachedWrite),
    reasoning: nanos(draft.reasoning),
    audioInput: nanos(draft.audioInput),
    audioOutput: nanos(draft.audioOutput),
    audioCached: nanos(draft.audioCached),
    source: draft.source.trim(),
  }
}
