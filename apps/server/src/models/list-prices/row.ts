/** Dollars per million tokens. Null without a separate price. */
export type PriceRow = readonly [
  /** Names and patterns, separated by spaces, including aliases and dated names. */
  models: string,
  input: number,
  cachedRead: number | null,
  output: number,
  /** The day the data set compared it with the provider's list. */
  checked: string,
  more?: {
    cachedWrite?: number
    audioInput?: number
    audioOutput?: number
    /** If it differs from the price of other cached tokens. */
    audioCached?: number
    from?: string
    note?: string
  },
]

export type PriceSource = { list: string; rows: readonly PriceRow[] }
