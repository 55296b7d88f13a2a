import { keywords } from '../text/words.ts'
import { sentences } from '../text/sentences.ts'
import type { Passage } from '../tools/results.ts'

export type Quote = { sentences: readonly string[]; source: string | undefined }

/** Words that fit nearly any text and so do not make one relevant. */
const GENERIC = new Set(
  keywords(
    'good practice work limits risks use differ difference alternatives change next main important way thing best people',
  ),
)

/**
 * The stretch of sentences that says most about the query, from the passage that does. Undefined if
 * no passage says anything about it.
 */
export function quote(
  passages: readonly Passage[],
  query: string,
  longest: number,
): Quote | undefined {
  const wanted = [...new Set(keywords(query))]
  const telling = wanted.filter((word) => !GENERIC.has(word))
  const rarity = rarityOf(telling.length > 0 ? telling : wanted, passages)

  const scored = passages.map((passage, position) => {
    const title = weigh(passage.source ?? '', rarity)
    // Search tools give the best first.
    return { passage, score: weigh(passage.text, rarity) + 1.5 * title - position * 0.05 }
  })
  const [best] = scored.toSorted((a, b) => b.score - a.score)
  if (!best || best.score <= 0) return undefined
  return {
    sentences: bestStretch(sentences(best.passage.text), rarity, longest),
    source: best.passage.source,
  }
}

function rarityOf(words: readonly string[], passages: readonly Passage[]): Map<string, number> {
  const bags = passages.map(({ text, source }) => new Set(keywords(`${source ?? ''} ${text}`)))
  return new Map(
    words.map((word) => {
      const holders = bags.filter((bag) => bag.has(word)).length
      return [word, Math.log(1 + (1 + passages.length) / (1 + holders))]
    }),
  )
}

function weigh(text: string, rarity: ReadonlyMap<string, number>): number {
  return [...new Set(keywords(text))].reduce((sum, word) => sum + (rarity.get(word) ?? 0), 0)
}

/** Openings define their subject, so an early stretch wins a tie. */
function bestStretch(
  all: readonly string[],
  rarity: ReadonlyMap<string, number>,
  longest: number,
): readonly string[] {
  const length = Math.min(longest, all.length)
  const starts = Array.from({ length: all.length - length + 1 }, (_, start) => ({
    start,
    score: weigh(all.slice(start, start + length).join(' '), rarity) - start * 0.1,
  }))
  const [best] = starts.toSorted((a, b) => b.score - a.score)
  return all.slice(best?.start ?? 0, (best?.start ?? 0) + length)
}
