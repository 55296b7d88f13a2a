import { expect, test } from 'vitest'
import { readHtml } from './html.ts'

const CONTENT = `<h1>Returns</h1>
  <p>Goods may be <b>returned</b> within 30 days, which is <a href="https://x.example">free</a> in all of the
  countries below. Please keep the receipt, and write the number of the order on the parcel.</p>
  <h2>Fees</h2>
  <table><tr><th>Zone<th>Fee<tr><td>Swiss<br>Alps<td>9 | 90<tr><td>EU<td>12</table>
  <pre><code>lathe return
  --order 7</code></pre>
  <ul><li>one<li>two</ul>`

const MARKDOWN = `# Returns

Goods may be returned within 30 days, which is free in all of the countries below. Please keep the receipt, and write the number of the order on the parcel.

## Fees

| Zone | Fee |
| --- | --- |
| Swiss Alps | 9 \\| 90 |
| EU | 12 |

\`\`\`
lathe return
  --order 7
\`\`\`

-   one
-   two`

const FRAME = {
  before: `<header><a href="/">ACME</a></header><nav><a href="/shop">Shop</a></nav>
    <div role="navigation">Skip to content</div><script>track()</script><style>p{}</style>`,
  after: '<aside>Popular articles</aside><footer>Imprint</footer><template>Never</template>',
}

test.each([
  ['in a main element', `${FRAME.before}<main>${CONTENT}</main>${FRAME.after}`],
  ['in an article', `${FRAME.before}<div><article>${CONTENT}</article></div>${FRAME.after}`],
  ['in a block without a meaning', `${FRAME.before}<div id="c">${CONTENT}</div>${FRAME.after}`],
  [
    'between blocks that only their classes name',
    `<div class="navbar menu"><ul><li><a href="/">Home</a><li><a href="/shop">Shop</a></ul></div>
     <div class="content">${CONTENT}</div>
     <div class="footer"><ul><li><a href="/imprint">Imprint</a></ul></div>`,
  ],
])('content %s keeps headings, tables and code, without navigation and footer', (_, body) => {
  const page = `<!doctype html><html lang="en"><head><title>Returns</title></head><body>${body}</body></html>`

  expect(readHtml(page)).toBe(MARKDOWN)
})

test.each([
  ['<p>No body', 'No body'],
  ['only text', 'only text'],
  ['<title>T</title><header><h1>H</h1><a>Home</a></header><p>x', '## H\n\nx'],
  ['<main></main><p>late', 'late'],
  ['<table><tr><td>left<td>right</table>', 'left'],
  ['<p>snake_case 1. *x*</p>', 'snake_case 1. *x*'],
  ['<pre>  a\n\n  b</pre>', '```\n  a\n\n  b\n```'],
])('reads %s', (html, text) => {
  expect(readHtml(html)).toContain(text)
})

test.each(['<div>', '<div a="', '<p><ul><li>', '<table><tr><td>'])(
  'reads a page of nothing but %s in time',
  (part) => {
    expect(readHtml(`${part.repeat(20_000)}deep text`).length).toBeGreaterThanOrEqual(0)
  },
)
