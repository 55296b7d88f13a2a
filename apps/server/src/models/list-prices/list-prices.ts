import type { ListPrice } from '@lathe/contract'
import { anthropic } from './anthropic.ts'
import { google } from './google.ts'
import { openai } from './openai.ts'
import { others } from './others.ts'
import type { PriceSource } from './row.ts'

/** The public data set the rows are from. */
const RECORD = 'github.com/pydantic/genai-prices at 47df840'

const nanos = (dollars: number) => Math.round(dollars * 1_000_000_000)

/** Reasoning costs as much as output. A partly wrong price is worse than an unknown one. */
const unpriced = { reasoning: null, audioInput: null, audioOutput: null, audioCached: null }

function pricesOf({ list, rows }: PriceSource): ListPrice[] {
  return rows.flatMap(([models, input, cachedRead, output, checked, more = {}]) =>
    models.split(' ').map((pattern) => ({
      ...unpriced,
      pattern,
      validFrom: more.from === undefined ? 0 : Date.parse(more.from) * 1_000,
      input: nanos(input),
      cachedRead: cachedRead === null ? null : nanos(cachedRead),
      cachedWrite: more.cachedWrite === undefined ? null : nanos(more.cachedWrite),
      output: nanos(output),
      ...(more.audioInput !== undefined && { audioInput: nanos(more.audioInput) }),
      ...(more.audioOutput !== undefined && { audioOutput: nanos(more.audioOutput) }),
      ...(more.audioCached !== undefined && { audioCached: nanos(more.audioCached) }),
      source: [`${list}, checked ${checked}, from ${RECORD}`, more.note].filter(Boolean).join('; '),
    })),
  )
}

/** The demo model is free. Its example prices give the cost charts data. */
const demo: ListPrice = {
  ...unpriced,
  pattern: 'demo-*',
  validFrom: 0,
  input: nanos(0.1),
  cachedRead: nanos(0.01),
  cachedWrite: null,
  output: nanos(0.4),
  source: 'demo model: example prices, nothing is charged',
}

/** Prices of a new workspace. */
export const listPrices: readonly ListPrice[] = [
  demo,
  ...[openai, anthropic, google, ...others].flatMap(pricesOf),
]
