/** How many tokens models take at once, by the beginning of their names. */
const CONTEXTS: readonly (readonly [prefix: string, tokens: number])[] = [
  ['practice-', 128_000],
  ['gpt-3.5-turbo', 16_385],
  ['gpt-4', 8_192],
  ['gpt-4-turbo', 128_000],
  ['gpt-4o', 128_000],
  ['gpt-4.1', 1_047_576],
  ['gpt-5', 400_000],
  ['o1', 200_000],
  ['o3', 200_000],
  ['o4-mini', 200_000],
]

/** Null where it is not known. */
export function contextTokensOf(model: string): number | null {
  const fitting = CONTEXTS.filter(([prefix]) => model.startsWith(prefix))
  return fitting.toSorted(([a], [b]) => b.length - a.length)[0]?.[1] ?? null
}
