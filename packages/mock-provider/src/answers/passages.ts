import { keywords, splitSentences } from './keywords.ts'

export type Passage = {
  text: string
  source: string | undefined
  /** Number in the prompt, such as `[1]`. */
  number?: string
}

const HEADING =
  /^[ \t]*(?:[\w ]{0,24}\b)?(?:passages|context|notes|documents|sources|findings|results|facts)(?: so far)?:[ \t]*\n/im
const NEXT_SECTION = /\n\s*\n[A-Z][\w ]{0,30}:\s/
const SOURCE_AT_END = /\s*\(Source:\s*([^)]{1,120}?)\.?\)\.?\s*$/i

type PromptParts = { passages: Passage[]; rest: string }

/** Separates the passages under a heading such as `Context:` or `Passages:` from the rest of a prompt. */
export function readPassages(prompt: string): PromptParts {
  const heading = HEADING.exec(prompt)
  if (!heading) return { passages: [], rest: prompt }
  const start = heading.index + heading[0].length
  const length = prompt.slice(start).search(NEXT_SECTION)
  const end = length === -1 ? prompt.length : start + length
  return {
    passages: splitPassages(prompt.slice(start, end)),
    rest: prompt.slice(0, heading.index) + prompt.slice(end),
  }
}

export const splitPassages = (text: string): Passage[] =>
  text.split(/\n\s*\n|\n(?=\s*(?:[-*•]|\[\d+\]|\d+[.)])\s)/).flatMap((item) => {
    const [, number] = /^\s*(\[\d+\])\s/.exec(item) ?? []
    const trimmed = item.replace(/^\s*(?:[-*•]|\[\d+\]|\d+[.)])\s+/, '').trim()
    if (trimmed === '') return []
    const source = SOURCE_AT_END.exec(trimmed)?.[1]
    return [
      { text: trimmed.replace(SOURCE_AT_END, ''), source, ...(number !== undefined && { number }) },
    ]
  })

/** Sentences below this share of the best score concern the question too little. */
const MIN_SCORE_SHARE = 0.5

const NOT_FOUND = 'The passages do not answer this question.'

/** Quotes the sentences that share most keywords with the question, in their order, each with its source. */
export function passageAnswer(
  passages: readonly Passage[],
  question: string,
  sentences = 3,
): string {
  const ranked = rankSentences(passages, question)
    .slice(0, sentences)
    .sort((a, b) => a.position - b.position)
  if (ranked.length === 0) return NOT_FOUND
  return ranked
    .map(({ sentence, passage }, index) => {
      const isLastOfPassage = ranked[index + 1]?.passage !== passage
      return isLastOfPassage ? `${sentence}${citation(passage)}` : sentence
    })
    .join(' ')
}

function citation({ number, source }: Passage): string {
  if (number !== undefined) return ` ${number}`
  return source === undefined ? '' : ` (Source: ${source}.)`
}

type RankedSentence = { sentence: string; passage: Passage; position: number; score: number }

function rankSentences(passages: readonly Passage[], question: string): RankedSentence[] {
  const sentences = passages.flatMap((passage) =>
    splitSentences(passage.text).map((sentence) => ({
      sentence,
      passage,
      words: keywords(sentence),
    })),
  )
  const rarity = new Map(
    [...keywords(question)].map((word) => {
      const matchCount = sentences.filter(({ words }) => words.has(word)).length
      return [word, Math.log(1 + sentences.length / (1 + matchCount))]
    }),
  )
  const sumRarity = (words: ReadonlySet<string>) =>
    [...words].reduce((sum, word) => sum + (rarity.get(word) ?? 0), 0)
  return sentences
    .map(({ sentence, passage, words }, position) => {
      const title = sumRarity(keywords(passage.source ?? '')) / 2
      // Earlier passages and sentences win ties: searches return the best passage first.
      return { sentence, passage, position, score: sumRarity(words) + title - position / 1_000 }
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .filter(({ score }, _, [ranked]) => score >= (ranked?.score ?? 0) * MIN_SCORE_SHARE)
}
