import { Parser } from 'htmlparser2'

const SKIPPED = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'svg',
  'head',
  'iframe',
  'object',
])
const BLOCKS = new Set(
  (
    'address article aside blockquote br dd details div dl dt fieldset figcaption figure footer form ' +
    'h1 h2 h3 h4 h5 h6 header hr li main nav ol option p pre section summary table td th title tr ul'
  ).split(' '),
)

/** What a reader of the page would read, a line for each block. */
export function htmlText(html: string): string {
  let text = ''
  let title = ''
  let skipped = 0
  let isTitle = false
  const parser = new Parser({
    onopentag(name) {
      if (SKIPPED.has(name)) skipped++
      if (name === 'title' && text === '') isTitle = true
      if (BLOCKS.has(name) && skipped === 0) text += name === 'li' ? '\n- ' : '\n'
    },
    ontext(part) {
      if (isTitle) title += part
      else if (skipped === 0) text += part.replace(/\s+/g, ' ')
    },
    onclosetag(name) {
      if (SKIPPED.has(name)) skipped--
      if (name === 'title') isTitle = false
      if (BLOCKS.has(name) && skipped === 0) text += '\n'
    },
  })
  parser.end(html)
  const lines = `${title}\n${text}`.split('\n').map((line) => line.replace(/\s+/g, ' ').trim())
  return lines.filter((line) => line !== '' && line !== '-').join('\n')
}
