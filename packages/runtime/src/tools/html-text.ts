import { Tokenizer } from 'htmlparser2'
import type { TokenizerCallbacks } from 'htmlparser2'

const SKIPPED = new Set(['script', 'style', 'noscript', 'template', 'svg', 'iframe', 'object'])
const BLOCKS = new Set(
  (
    'address article aside blockquote br dd details div dl dt fieldset figcaption figure footer form ' +
    'h1 h2 h3 h4 h5 h6 header hr li main nav ol option p pre section summary table td th title tr ul'
  ).split(' '),
)

/**
 * Returns a page's visible text with a line for each block. It keeps no stack of open tags, because a hostile
 * page can nest without limit.
 */
export function htmlText(html: string): string {
  const page = readPage(html)
  const tokens = new Tokenizer({}, page)
  tokens.write(html)
  tokens.end()
  const lines = page.text().split('\n')
  const trimmedLines = lines.map((line) => line.replace(/\s+/g, ' ').trim())
  return trimmedLines.filter((line) => line !== '' && line !== '-').join('\n')
}

type Names = Map<string, number>
const count = (names: Names, name: string) => names.get(name) ?? 0
const add = (names: Names, name: string, delta: 1 | -1) =>
  names.set(name, Math.max(0, count(names, name) + delta))

function readPage(html: string): TokenizerCallbacks & { text(): string } {
  const open: Names = new Map()
  let skipped: { name: string; inside: Names } | null = null
  let tag = ''
  let isTitle = false
  let title = ''
  let text = ''

  function read(part: string) {
    if (isTitle) title += part
    else if (!skipped) text += part.replace(/\s+/g, ' ')
  }
  function begin(name: string) {
    tag = name
    if (skipped) add(skipped.inside, name, 1)
    else if (SKIPPED.has(name)) skipped = { name, inside: new Map([[name, 1]]) }
    else {
      isTitle = name === 'title' && title === ''
      if (BLOCKS.has(name)) text += name === 'li' ? '\n- ' : '\n'
      add(open, name, 1)
    }
  }
  function end(name: string) {
    if (skipped && count(skipped.inside, name) > 0) {
      add(skipped.inside, name, -1)
      if (count(skipped.inside, skipped.name) === 0) skipped = null
      return
    }
    // The end tag of an enclosing element also closes the skipped element.
    if (count(open, name) > 0) skipped = null
    if (skipped) return
    add(open, name, -1)
    isTitle = false
    if (BLOCKS.has(name)) text += '\n'
  }

  const nameAt = (start: number, stop: number) => html.slice(start, stop).toLowerCase()
  const ignore = () => {}
  return {
    ontext: (start, stop) => read(html.slice(start, stop)),
    ontextentity: (code) => read(String.fromCodePoint(code)),
    onopentagname: (start, stop) => begin(nameAt(start, stop)),
    onclosetag: (start, stop) => end(nameAt(start, stop)),
    onselfclosingtag: () => {
      if (skipped?.name === 'svg') end(tag)
    },
    isInForeignContext: () => skipped?.name === 'svg',
    onopentagend: ignore,
    onattribname: ignore,
    onattribdata: ignore,
    onattribentity: ignore,
    onattribend: ignore,
    oncdata: ignore,
    oncomment: ignore,
    ondeclaration: ignore,
    onprocessinginstruction: ignore,
    onend: ignore,
    text: () => `${title}\n${text}`,
  }
}
