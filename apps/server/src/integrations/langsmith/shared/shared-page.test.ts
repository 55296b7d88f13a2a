import type { Json } from '@lathe/contract'
import { expect, test } from 'vitest'
import { span } from '../../../testing/span-factory.ts'
import { sharedPage } from './shared-page.ts'

const PNG = 'data:image/png;base64,AAAA'
const renderPage = (inputs: Json) =>
  sharedPage({ title: 'Seen', spans: [span({ inputs })], isCut: false, files: new Map() })

test('images in values and messages are rendered', () => {
  const source = { type: 'base64', media_type: 'image/png', data: 'AAAA' }
  const content = [
    { type: 'image', source },
    { type: 'text', text: 'What is it?' },
  ]
  const figure = `<figure><img src="${PNG}" alt="A picture"></figure>`

  expect(renderPage({ photo: PNG })).toContain(`<dt>photo</dt><dd>${figure}</dd>`)
  expect(renderPage({ messages: [{ role: 'user', content }] })).toContain(
    `<pre>What is it?</pre>${figure}`,
  )
})

test('remote images are not fetched, and a truncated image is rendered as text', () => {
  const image_url = { url: 'https://elsewhere.example/a.png' }
  const inputs = { messages: [{ role: 'user', content: [{ type: 'image_url', image_url }] }] }

  expect(renderPage(inputs)).toContain('<pre>https://elsewhere.example/a.png</pre>')
  expect(renderPage({ photo: `${PNG}AAAA">` })).toContain(`<pre>${PNG}AAAA&quot;&gt;</pre>`)
})

test('failed child spans are counted and expanded', () => {
  const root = span()
  const failed = span({ parentId: root.id, status: 'error' })
  const page = sharedPage({ title: 'Seen', spans: [root, failed], isCut: false, files: new Map() })

  expect(page).toContain(`<a class="failed" href="#${failed.id}">1 failed span</a>`)
  expect(page).toMatch(new RegExp(`<details id="${failed.id}" [^>]* open>`))
  expect(renderPage({})).not.toContain('failed span')
})
