/** Dollars per million tokens, as price lists are written; null where there is no price of its own. */
export type PriceRow = readonly [
  /** Names and patterns it is for, with spaces between: aliases, and the dated names that providers answer with. */
  models: string,
  input: number,
  cachedRead: number | null,
  output: number,
  /** The day the record's keepers compared it with the provider's list. */
  checked: string,
  more?: {
    cachedWrite?: number
    audioInput?: number
    audioOutput?: number
    /** Where it is not what else is read from the cache costs. */
    audioCached?: number
    from?: string
    note?: string
  },
]

export type PriceSource = { list: string; rows: readonly PriceRow[] }
