import { createCipheriv, createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { DocumentSource } from '@lathe/contract'
import { Limits } from '@lathe/contract'
import { pdf } from '../../testing/pdf.ts'
import { readSource, type ReadNeeds } from './read-source.ts'

const limits = Limits.parse({ documentBytes: 400_000 })
const unreachable = () => Promise.reject(new Error('not asked'))
const needs: ReadNeeds = { limits, documents: { fetch: unreachable, download: unreachable } }

const file = (name: string, data: Uint8Array | string): DocumentSource => ({
  type: 'file',
  name,
  data: Buffer.from(data).toString('base64'),
})
const read = (source: DocumentSource, chunking = null) => readSource(needs, source, chunking)
const textOf = async (source: DocumentSource) => {
  const answer = await read(source)
  return answer.ok ? answer.document.text : answer.error.message
}

describe('reading a file', () => {
  test.each<[string, string, Uint8Array | string, string]>([
    ['plain text', 'a.txt', 'One\r\ntwo', 'One\ntwo'],
    ['Markdown', 'a.md', '# Title\n\nText', '# Title\n\nText'],
    [
      'a page',
      'a.html',
      '<title>T</title><p>Hello <b>you</b><script>x</script>',
      '# T\n\nHello you',
    ],
    ['a table', 'a.csv', 'name,price\nLamp,12\nDesk,', 'name: Lamp\nprice: 12\n\nname: Desk'],
    ['a list in JSON', 'a.json', '[{"a":1},{"a":2}]', 'a: 1\n\na: 2'],
    ['a value a line', 'a.jsonl', '{"a":1}\n{"a":2}\n', 'a: 1\n\na: 2'],
    [
      'Latin letters in an old encoding',
      'a.txt',
      latin('Größe über alles für Käufer'),
      'Größe über alles für Käufer',
    ],
    ['UTF-16 with its mark', 'a.txt', Buffer.from('\ufeffGröße', 'utf16le'), 'Größe'],
    ['a PDF', 'a.pdf', pdf('Hello from a page'), 'Hello from a page'],
  ])('%s', async (_, name, bytes, text) => {
    expect(await textOf(file(name, bytes))).toBe(text)
  })
})

const refused: [string, DocumentSource, string][] = [
  ['an empty file', file('a.txt', ''), 'The document is empty'],
  ['nothing but blanks', file('a.md', ' \n\n '), 'The document is empty'],
  ['binary data that calls itself text', file('a.txt', randomBytes()), 'The file is not text'],
  ['a damaged PDF', file('a.pdf', '%PDF-1.4 rubbish'), 'The PDF is damaged'],
  ['a PDF that is locked', file('a.pdf', pdf('Hello', lockOf())), 'password-protected'],
  ['a PDF of pictures', file('a.pdf', pdf('')), 'The PDF contains no text'],
  ['a table with an open quote', file('a.csv', 'a,b\n1,2\n3,"4'), 'broken in row 3'],
  ['broken JSON', file('a.json', '{"a":'), 'The file is not valid JSON'],
  ['a kind that nobody reads', file('a.docx', 'x'), 'a.docx is of a kind that cannot be read'],
  ['too large a file', file('a.txt', 'x'.repeat(500_000)), '0.5 MiB. The limit is 0.4 MiB'],
]

describe('rejects with a remedy', () => {
  test.each(refused)('%s', async (_, source, message) => {
    const answer = await read(source)

    expect(answer).toMatchObject({
      ok: false,
      error: {
        message: expect.stringContaining(message) as string,
        hint: expect.any(String) as string,
      },
    })
  })
})

function latin(text: string): Uint8Array {
  return Buffer.from(text, 'latin1')
}

function randomBytes(): Uint8Array {
  const zeros = Buffer.alloc(4_096)
  return createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16)).update(zeros)
}

/** The encryption entry of a PDF with a user password. */
function lockOf(): string {
  const hex = createHash('sha256').update('nobody knows').digest('hex')
  return `/Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${hex}> /U <${hex}> >> /ID [<00> <00>]`
}
