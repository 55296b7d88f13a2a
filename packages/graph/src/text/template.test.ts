import { expect, test } from 'vitest'
import { parseTemplate } from './template.ts'

test('parseTemplate returns variables and sections with their dotted paths', () => {
  const { tags, problems } = parseTemplate(
    '{{a.b}} {{#list}}{{.}} {{title}}{{/list}} {{^c}}no{{/c}}',
  )

  expect(problems).toEqual([])
  expect(tags.map(({ head, path, kind, inside }) => ({ head, path, kind, inside }))).toEqual([
    { head: 'a', path: ['a', 'b'], kind: 'variable', inside: [] },
    { head: 'list', path: ['list'], kind: 'section', inside: [] },
    { head: '', path: [], kind: 'variable', inside: ['list'] },
    { head: 'title', path: ['title'], kind: 'variable', inside: ['list'] },
    { head: 'c', path: ['c'], kind: 'inverted', inside: [] },
  ])
})

test('parseTemplate returns the position of each name, after any number of plain lines', () => {
  const text = 'One.\nTwo.\n{{# topic }}yes{{/ topic }} {{{topic}}}\nThree.'
  const { tags } = parseTemplate(text)

  const places = tags.flatMap((tag) => tag.positions)
  expect(places).toHaveLength(3)
  expect(places.map(({ start, end }) => text.slice(start, end))).toEqual([
    'topic',
    'topic',
    'topic',
  ])
})

test.each([
  ['a {{#open}} b', 'Unclosed section "open"', 1, 14],
  ['one\ntwo {{/shut}}', 'Unopened section "shut"', 2, 5],
  ['x\ny\n{{ tag', 'Unclosed tag', 3, 1],
  ['{{a b}}', '`a b` is not a name or a dotted path', 1, 1],
  ['{{}}', 'Empty tag is not a name or a dotted path', 1, 1],
  ['{{a[0]}}', '`a[0]` is not a name or a dotted path', 1, 1],
  ['{{> other}}', 'Templates support only variables and sections', 1, 1],
  ['{{=<% %>=}}', 'Templates support only variables and sections', 1, 1],
])('%j: %s', (text, message, line, column) => {
  expect(parseTemplate(text).problems).toEqual([{ message, line, column }])
})

test('a text without tags is one token of any length', () => {
  expect(parseTemplate('plain').tokens).toEqual([['text', 'plain', 0, 5]])
  expect(parseTemplate('').tokens).toEqual([])
})

test.each([
  ['an open tag before much space', `{{a${' '.repeat(200_000)}`],
  ['a triple one', `{{{a}}${' '.repeat(200_000)}`],
  ['many tags', '{{a}} '.repeat(30_000)],
])('parseTemplate reads %s in linear time', (_, text) => {
  const before = process.threadCpuUsage()
  parseTemplate(text)

  expect(process.threadCpuUsage(before).user / 1_000).toBeLessThan(2_000)
})
