import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { isPlainText } from './markdown.tsx'
import { MarkdownText } from './markdown-text.tsx'

const signs = Array.from({ length: 0x7f - 0x20 }, (_, at) => String.fromCharCode(0x20 + at))
const texts = [
  ...signs.flatMap((sign) => [
    `${sign}${sign}${sign}`,
    `${sign} one`,
    `one ${sign}two${sign} three`,
    `1${sign} one`,
    `one ${sign}${sign}two${sign}${sign}`,
  ]),
  '    one',
  'one\n===',
  'www.lathe.test',
  'see https://lathe.test',
  'mail a@lathe.test',
]

test('treats only text without Markdown syntax as plain', () => {
  const mere = texts.filter((text) => isPlainText(text) && text.trim() !== '')

  const shown = mere.map((text) => renderToStaticMarkup(<MarkdownText text={text} />))

  expect(shown).toEqual(mere.map((text) => renderToStaticMarkup(<p>{text.trim()}</p>)))
  expect(mere).toContain('one )two) three')
})

test('treats typical answers as plain text', () => {
  expect(isPlainText('The tides of bay 7 (and its winds) ...')).toBe(true)
  expect(isPlainText('**No**')).toBe(false)
})
