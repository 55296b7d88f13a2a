// Turns counts into figures and lines of text.

const KINDS = [
  'comment',
  'docstring',
  'test',
  'ui',
  'error',
  'markdown',
  'heading',
  'name',
  'path',
  'commit',
]
const WEIGHT = { strong: 3, soft: 1, term: 1, length: 1 }

/** Per kind: units, sentences, mean sentence length, odd ones per 1,000, and the limit. */
export function summarize({ kinds }, { codeLines }, thresholds, isChange) {
  return KINDS.filter((kind) => kinds[kind]?.sentences > 0).map((kind) => {
    const { units, sentences, words, odd, hits } = kinds[kind]
    const limit = isChange
      ? (thresholds[kind]?.new ?? thresholds[kind]?.limit)
      : thresholds[kind]?.limit
    const allowed = limit === undefined ? Infinity : Math.ceil((limit * sentences) / 1000)
    return {
      kind,
      units,
      sentences,
      meanWords: round(words / sentences),
      odd,
      oddPer1000: round((odd / sentences) * 1000),
      limit: limit ?? null,
      isOver: isChange ? odd > allowed : limit !== undefined && (odd / sentences) * 1000 > limit,
      per1000Lines:
        ['comment', 'docstring'].includes(kind) && codeLines
          ? round((units / codeLines) * 1000)
          : null,
      rules: Object.fromEntries(
        Object.entries(hits)
          .sort(([, a], [, b]) => b - a)
          .map(([id, count]) => [id, { count, per1000: round((count / sentences) * 1000) }]),
      ),
    }
  })
}

const round = (value) => Math.round(value * 10) / 10

/** The hits that break most rules, strongest first. The same text is listed once, with its number. */
export function findWorst(hits, count, withLength) {
  const byText = new Map()
  for (const hit of hits) {
    const isListed =
      hit.isOdd ||
      hit.rules.some(({ group }) => group === 'term' || (withLength && group === 'length'))
    if (!isListed) continue
    const key = `${hit.kind}\n${hit.text}`
    const listed = byText.get(key)
    if (listed) listed.times += 1
    else
      byText.set(key, {
        ...hit,
        times: 1,
        score: (hit.isOdd ? 10 : 0) + hit.rules.reduce((sum, { group }) => sum + WEIGHT[group], 0),
      })
  }
  return [...byText.values()].sort((a, b) => b.score - a.score || b.times - a.times).slice(0, count)
}

export function formatHit({ kind, file, line, text, rules, times }) {
  const location = kind === 'commit' || kind === 'path' ? file : `${file}:${line}`
  const excerpt = text.length > 90 ? `${text.slice(0, 89)}…` : text
  return `${location}  ${rules.map(({ id }) => id).join(', ')}${times > 1 ? ` (${times} times)` : ''}  "${excerpt}"  -> ${rules[0].hint}`
}

export function formatTable(figures) {
  const rows = [['kind', 'units', 'sentences', 'mean words', 'odd', 'odd/1000', 'limit', '']]
  for (const { kind, units, sentences, meanWords, odd, oddPer1000, limit, isOver } of figures)
    rows.push(
      [kind, units, sentences, meanWords, odd, oddPer1000, limit ?? '-', isOver ? 'OVER' : ''].map(
        String,
      ),
    )
  return align(rows)
}

export function align(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)))
  return rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]),
      )
      .join('  ')
      .trimEnd(),
  )
}
