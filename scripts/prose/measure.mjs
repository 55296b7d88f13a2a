// Applies the rules to units, and counts.
import { isOdd, RULES } from './rules.mjs'
import { cleanProse, splitSentences, splitName, wordCount } from './text.mjs'

const PROSE_KINDS = new Set([
  'comment',
  'docstring',
  'test',
  'ui',
  'error',
  'markdown',
  'heading',
  'commit',
])
const CONVENTIONAL =
  /^(?:[\u{1F000}-\u{1FFFF}\u2600-\u27BF]\uFE0F?\s*|:\w+:\s*)?(?:\[[^\]]+\]\s*)?(?:[a-z]+(?:\([^)]*\))?!?:\s*)?/iu

/** Sentences of a unit, as `{ text, line, index }`. Labels of one or two words do not count as sentences. */
export function unitSentences(unit) {
  if (unit.kind === 'commit') return [{ text: subjectText(unit.text), line: 0, index: 0 }]
  const text = cleanProse(unit.text)
  const found = []
  for (const sentence of splitSentences(text)) {
    if (wordCount(sentence.text) < 3) continue
    const line = unit.line + text.slice(0, sentence.offset).split('\n').length - 1
    found.push({ text: sentence.text, line: Math.min(line, unit.endLine), index: found.length })
  }
  return found
}

const withoutReference = (subject) => subject.replace(/\s*\((?:[\w/-]*#\d+)(?:,\s*#\d+)*\)\s*$/, '')
const subjectText = (subject) => withoutReference(subject).replace(CONVENTIONAL, '')

/**
 * Counts hits by kind and rule.
 * Returns `{ kinds: { kind: { units, sentences, words, odd, hits: { rule: n } } }, hits: [...] }`; `odd` counts sentences or
 * names that are odd by `isOdd`.
 */
export function measure(units, terms = {}) {
  const findTerms = termFinder(terms)
  const kinds = {}
  const hits = []
  for (const unit of units) {
    const count = (kinds[unit.kind] ??= { units: 0, sentences: 0, words: 0, odd: 0, hits: {} })
    count.units += 1
    if (unit.kind === 'commit') unit.subjectLength = withoutReference(unit.text).length
    const parts = PROSE_KINDS.has(unit.kind)
      ? unitSentences(unit)
      : [{ text: unit.text, line: unit.line, index: 0 }]
    for (const part of parts) {
      count.sentences += 1
      count.words += wordCount(part.text)
      const broken = RULES.filter((rule) => rule.on.includes(unit.kind))
        .map((rule) => ({ rule, found: rule.find(part.text, unit, part.index) }))
        .filter(({ found }) => found !== null)
      broken.push(...findTerms(part.text, unit))
      if (broken.length === 0) continue
      const odd = isOdd(
        unit.kind,
        broken.map(({ rule }) => rule),
      )
      if (odd) count.odd += 1
      for (const { rule } of broken) count.hits[rule.id] = (count.hits[rule.id] ?? 0) + 1
      hits.push({
        kind: unit.kind,
        file: unit.file,
        line: part.line,
        text: part.text,
        isOdd: odd,
        rules: broken.map(({ rule, found }) => ({
          id: rule.id,
          group: rule.group,
          found: String(found),
          hint: rule.hint,
        })),
      })
    }
  }
  return { kinds, hits }
}

/** Terms of the project that have a customary name elsewhere: a map from a word to its replacement. They do not make a text odd. */
function termFinder(terms) {
  const words = Object.keys(terms)
  if (words.length === 0) return () => []
  const pattern = new RegExp(`\\b(${words.join('|')})\\b`, 'i')
  return (text, unit) => {
    const found = pattern.exec(PROSE_KINDS.has(unit.kind) ? text : splitName(text).join(' '))
    return found
      ? [
          {
            rule: { id: 'term', group: 'term', hint: `Use "${terms[found[1].toLowerCase()]}".` },
            found: found[1],
          },
        ]
      : []
  }
}
