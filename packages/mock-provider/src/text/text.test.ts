import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countTokens, splitTokens } from '../tokens.ts'
import { withoutTags } from './html.ts'
import { bestPassages, centralPassages, coverage } from './rank.ts'
import { isLabel } from '../answer/labels.ts'
import { splitSections } from './sections.ts'
import { sentences, shorten } from './sentences.ts'
import { comparedIn, isQuestion, topicOf } from './topic.ts'

describe('tokens', () => {
  test('join to the text they were split from, and are as many as counted', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        const pieces = splitTokens(text)

        expect(pieces.join('')).toBe(text)
        expect(pieces).toHaveLength(countTokens(text))
        expect(pieces.every((piece) => piece.isWellFormed())).toBe(true)
      }),
    )
  })

  test('are about four characters long in English', () => {
    const text =
      'A graph of small steps is easier to trust than one long prompt, since each step reads the state and does one thing.'

    expect(text.length / countTokens(text)).toBeGreaterThan(3.5)
    expect(text.length / countTokens(text)).toBeLessThan(5)
  })
})

describe('topics', () => {
  test.each([
    ['What is LangGraph?', 'LangGraph'],
    ['Write a short report about the history of tea.', 'the history of tea'],
    ['Hello! Could you look up reducers for me?', 'reducers'],
    ['How do LangGraph checkpoints work?', 'LangGraph checkpoints'],
    ['Please explain how vaccines work in two sentences', 'vaccines'],
    ['Give me five names for a coffee shop', 'a coffee shop'],
    ['the future of electric bikes', 'the future of electric bikes'],
    ['', ''],
  ])('%s', (request, topic) => {
    expect(topicOf(request)).toBe(topic)
  })

  test('two sides of a comparison', () => {
    expect(comparedIn('tea versus coffee')).toEqual(['tea', 'coffee'])
    expect(comparedIn('green tea')).toBeUndefined()
  })

  test('questions, with and without their mark', () => {
    expect(['how does it work', 'Tea?', 'please, what is this'].every(isQuestion)).toBe(true)
    expect(isQuestion('Write a poem.')).toBe(false)
  })
})

describe('sentences', () => {
  test('end at stops and lines, not at abbreviations', () => {
    expect(sentences('Dr. Smith came. He left!\n- one\n- two')).toEqual([
      'Dr. Smith came.',
      'He left!',
      'one',
      'two',
    ])
  })

  test('keep their source', () => {
    expect(sentences('It is so. (Source: a book.) Really.')).toEqual([
      'It is so. (Source: a book.)',
      'Really.',
    ])
  })

  test('are shortened at a word', () => {
    expect(shorten('one two three four', 12)).toBe('one two…')
  })
})

test('sections are read from labels, headings and tags', () => {
  const { lead, sections } = splitSections(
    'Do it.\nTopic: tea\n## Notes\n- a\n- b\n<draft>\nText\n</draft>',
    isLabel,
  )

  expect(lead).toBe('Do it.')
  expect(sections.map(({ label, text }) => [label, text])).toEqual([
    ['topic', 'tea'],
    ['notes', '- a\n- b'],
    ['draft', 'Text'],
  ])
})

describe('ranking', () => {
  const passages = [
    'Bananas are yellow.',
    'A checkpoint is saved after each step.',
    'Runs resume from a checkpoint.',
  ]

  test('finds what shares most with the question', () => {
    expect(bestPassages(passages, 'When is a checkpoint saved?', 1)).toEqual([passages[1]])
    expect(bestPassages(passages, 'volcano', 2)).toEqual([])
  })

  test('finds what a text is mostly about', () => {
    expect(centralPassages([...passages, 'Checkpoints let runs resume.'], 2)).not.toContain(
      passages[0],
    )
  })

  test('tells how much of one text another covers', () => {
    expect(coverage('saved checkpoints', passages[1] ?? '')).toBe(1)
    expect(coverage('yellow submarine', passages[0] ?? '')).toBe(0.5)
  })
})

test('a page is read without its tags and scripts', () => {
  expect(withoutTags('<html><script>x</script><h1>Tea &amp; milk</h1><p>One</p></html>')).toBe(
    'Tea & milk\nOne',
  )
})
