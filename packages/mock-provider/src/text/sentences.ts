const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

const BULLET = /^\s*(?:[-*•‣–]|\d{1,2}[.)])\s+/
const ABBREVIATION = /(?:^|\s)(?:mr|mrs|ms|dr|prof|st|no|nr|inc|ltd|co|vs|e\.g|i\.e|etc|approx)\.$/i

/** Sentences of running text and list items; a line break ends a sentence, markers are dropped. */
export function sentences(text: string): string[] {
  return text
    .split(/\n+/)
    .map((line) =>
      line
        .replace(BULLET, '')
        .replace(/^#+\s*/, '')
        .trim(),
    )
    .filter((line) => line !== '')
    .flatMap(sentencesOfLine)
    .reduce<string[]>(keepBrackets, [])
}

/** A source in brackets stays with the sentence it is for. */
function keepBrackets(kept: string[], sentence: string): string[] {
  const last = kept.at(-1)
  if (last !== undefined && /^\([^)]{1,80}\)\.?$/.test(sentence)) {
    kept[kept.length - 1] = `${last} ${sentence}`
  } else kept.push(sentence)
  return kept
}

function sentencesOfLine(line: string): string[] {
  const found: string[] = []
  for (const { segment } of segmenter.segment(line)) {
    const previous = found.at(-1)
    if (previous !== undefined && ABBREVIATION.test(previous)) {
      found[found.length - 1] = `${previous} ${segment.trim()}`
    } else {
      found.push(segment.trim())
    }
  }
  return found.filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))
}

/** Ends with a stop, unless it already ends with a mark of its own. */
export function asSentence(text: string): string {
  const trimmed = text.trim().replace(/[,;:]$/, '')
  return /[.!?…]\s?[»"”’')\]]*$/.test(trimmed) ? trimmed : `${trimmed}.`
}

export function withoutStop(text: string): string {
  return text.trim().replace(/[.!?]+$/, '')
}

/** Cut at a word, with an ellipsis, to at most `length` characters. */
export function shorten(text: string, length: number): string {
  const flat = text.replaceAll(/\s+/g, ' ').trim()
  if (flat.length <= length) return flat
  const cut = flat.slice(0, Math.max(1, length - 1))
  const atWord = cut.replace(/\s+\S*$/, '')
  return `${atWord.length > length / 2 ? atWord : cut}…`.slice(0, length)
}
