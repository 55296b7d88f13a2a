import { describe, expect, test } from 'vitest'
import { formatFeedback, formatTerm, metadataKey } from './edit-filter.ts'
import { parseFilter } from './parse-filter.ts'

const only = (text: string) => {
  const { terms, problems } = parseFilter(text)
  expect(problems).toEqual([])
  expect(terms).toHaveLength(1)
  return terms[0]
}
const plain = (text: string) => ({ text, isPattern: false })

describe('parsing terms', () => {
  test('values in a list are alternatives', () => {
    expect(only('status:error,RUNNING')).toMatchObject({
      key: 'status',
      values: [plain('error'), plain('running')],
    })
  })

  test.each([
    ['latency:>2s', '>', 2_000_000],
    ['latency:<=500ms', '<=', 500_000],
    ['latency:>1.5m', '>', 90_000_000],
    ['latency:<7us', '<', 7],
    ['latency:<7µs', '<', 7],
    ['latency:>2', '>', 2_000_000],
    ['latency:>2MIN', '>', 120_000_000],
    ['latency:>1h', '>', 3_600_000_000],
    ['tokens:<2m', '<', 2_000_000],
    ['tokens:>10k', '>', 10_000],
    ['cost:>=$0.05', '>=', 50_000_000],
    ['version:3', '=', 3],
  ])('%s is a number in its unit', (text, comparison, value) => {
    expect(only(text)).toMatchObject({ type: 'number', bound: { comparison, value } })
  })

  test.each(['a b', 'say "so"', '>5', 'gpt-*', 'a,b', 'c:\\d', '-x', ''])(
    'the value %j is read as written',
    (value) => {
      expect(only(formatTerm('tag', value))).toMatchObject({ values: [plain(value)] })
    },
  )

  test('an unquoted star matches any text', () => {
    expect(only('model:gpt*')).toMatchObject({ values: [{ text: 'gpt*', isPattern: true }] })
    expect(only('model:"gpt*"')).toMatchObject({ values: [plain('gpt*')] })
  })

  test('each metadata key is a filter key', () => {
    expect(only('metadata.customer:acme,"big co"')).toMatchObject({
      type: 'metadata',
      key: 'customer',
      values: [plain('acme'), plain('big co')],
    })
    expect(only('-metadata."end user":*')).toMatchObject({ key: 'end user', isNegated: true })
    expect(only('metadata.Deployment.Env:prod')).toMatchObject({ key: 'Deployment.Env' })
    expect(only(formatTerm(metadataKey('a "b"'), 'c d'))).toMatchObject({ key: 'a "b"' })
  })

  test('a minus negates a term', () => {
    expect(only('-tag:prod')).toMatchObject({ key: 'tag', isNegated: true })
    expect(only('-refund')).toMatchObject({ type: 'search', text: 'refund', isNegated: true })
  })

  test('words and quotations are search terms', () => {
    const { terms } = parseFilter(
      'refund "late delivery" text:order text:late,"so late" https://x.y:80/z 10:30',
    )
    expect(terms.map((term) => term.type === 'search' && [term.text, term.isPhrase])).toEqual([
      ['refund', false],
      ['late delivery', true],
      ['order', false],
      ['late,so late', true],
      ['https://x.y:80/z', false],
      ['10:30', false],
    ])
  })

  test('feedback has a key and a score or a value', () => {
    expect(only('feedback.thumbs:0')).toMatchObject({
      type: 'feedback',
      key: 'thumbs',
      bound: { comparison: '=', value: 0 },
    })
    expect(only('feedback.quality:>=0.5')).toMatchObject({ bound: { value: 0.5 } })
    expect(only('feedback.tone:rude')).toMatchObject({ key: 'tone', values: [plain('rude')] })
    expect(only('feedback.stars:1,2')).not.toHaveProperty('bound')
    expect(only('feedback."how well: said":rude')).toMatchObject({ key: 'how well: said' })
  })

  test.each(['tone', 'answer relevance', 'said "so"', 'Qualität'])(
    'finds traces with feedback: %s',
    (key) => {
      expect(only(formatFeedback(key))).toMatchObject({
        key,
        values: [{ text: '*', isPattern: true }],
      })
    },
  )
})

describe('invalid filters', () => {
  test.each([
    ['agent:x status:broken', 15, 'broken'],
    ['latency:soon', 8, 'soon'],
    ['tag:a latncy:3', 6, 'latncy'],
    ['text:"open', 5, '"open'],
    ['tag:', 0, 'tag:'],
    ['model:>4', 6, '>4'],
    ['tokens:1,2', 9, '2'],
    ['cost:>3euro', 5, '>3euro'],
    ['latency:2s', 8, '2s'],
  ])('%s is reported at its position', (text, at, what) => {
    const { problems } = parseFilter(text)
    expect(problems).toHaveLength(1)
    expect(problems[0]).toMatchObject({ at, length: what.length })
  })

  test('keeps valid terms next to invalid ones', () => {
    expect(parseFilter('nope:1 agent:x').terms).toMatchObject([{ key: 'agent' }])
  })

  test('suggests a key for a mistyped one', () => {
    expect(parseFilter('latncy:1').problems[0]?.message).toContain('latency:')
  })
})
