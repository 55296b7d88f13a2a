/** An answer before it is worded: what is said, apart from how. */
export type Draft = {
  /** Opens an answer and may be left out when it must be short. */
  lead?: string
  blocks: readonly Block[]
  /** Sums up or signs off; kept as long as there is room. */
  close?: string
}

export type Block =
  | { kind: 'text'; sentences: readonly string[] }
  | { kind: 'list'; items: readonly string[] }
  | { kind: 'heading'; text: string }
  /** Kept as it is: code, JSON, a quoted word. */
  | { kind: 'verbatim'; text: string }

export function text(...sentences: string[]): Block {
  return { kind: 'text', sentences }
}

export function draft(...sentences: string[]): Draft {
  return { blocks: [text(...sentences)] }
}

/** Said exactly so, whatever style is asked for. */
export function verbatim(text: string): Draft {
  return { blocks: [{ kind: 'verbatim', text }] }
}
