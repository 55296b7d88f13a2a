import { afterEach, expect, test } from 'vitest'
import { describeDatabases } from '../../testing/databases.ts'
import { createTestApp, TEST_TOKEN } from '../../testing/test-app.ts'

describeDatabases('a file of examples', (db) => {
  let close: (() => Promise<void>) | undefined
  afterEach(async () => await close?.())

  const start = async () => {
    const { client, serve } = createTestApp(db())
    const server = await serve()
    close = server.close
    const { id } = await client.datasets.create({ name: 'Encoded' })
    const send = async (path: string, body: Uint8Array<ArrayBuffer>) =>
      await fetch(`${server.url}/api/datasets/${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${TEST_TOKEN}`, 'content-type': 'text/plain' },
        body,
      })
    return {
      id,
      client,
      preview: async (body: Uint8Array<ArrayBuffer>, query = '') =>
        (await (await send(`preview${query}`, body)).json()) as unknown,
      take: async (body: Uint8Array<ArrayBuffer>, plan: object) =>
        await send(`${id}/import?plan=${encodeURIComponent(JSON.stringify(plan))}`, body),
    }
  }

  test('detects the encoding of a file', async () => {
    const { preview } = await start()
    const latin = Buffer.from(`question\n${'Où est la forêt ? Déjà vu. '.repeat(20)}\n`, 'latin1')
    const utf16 = Buffer.from('\uFEFFquestion\tsplit\nWarum? Österreich\ttest\n', 'utf16le')

    expect(await preview(new Uint8Array(latin))).toMatchObject({
      sample: [{ question: expect.stringContaining('Où est la forêt') }],
    })
    expect(await preview(new Uint8Array(latin))).toMatchObject({
      notes: [expect.stringContaining('Check special characters')],
    })
    for (const encoded of [utf16.subarray(2), Buffer.from(utf16.subarray(2)).swap16()]) {
      expect(await preview(new Uint8Array(encoded))).toMatchObject({
        sample: [{ question: 'Warum? Österreich', split: 'test' }],
      })
    }
    expect(await preview(new Uint8Array(utf16))).toMatchObject({
      encoding: 'utf-16le',
      sample: [{ question: 'Warum? Österreich', split: 'test' }],
    })
  })

  test('reads a file in the encoding that the user chooses', async () => {
    const { preview, take, client, id } = await start()
    const polish = Buffer.from('q\nZa\xbf\xf3\xb3\xe6 g\xea\x9cl\xb9\n', 'latin1')
    const as = (encoding: string) => preview(new Uint8Array(polish), `?encoding=${encoding}`)

    expect(await as('windows-1250')).toMatchObject({
      encoding: 'windows-1250',
      notes: [],
      sample: [{ q: 'Zażółć gęślą' }],
    })
    expect(await as('utf-8')).toMatchObject({
      sample: [{ q: expect.stringContaining('\ufffd') }],
      notes: [expect.stringContaining('not valid UTF-8')],
    })
    expect(await as('none')).toMatchObject({ code: 'FILE_UNREADABLE' })
    const plan = { columns: { q: 'inputs.q' }, encoding: 'windows-1250' }
    expect((await take(new Uint8Array(polish), plan)).status).toBe(200)
    const { items } = await client.datasets.examples({ dataset: id })
    expect(items).toMatchObject([{ inputs: { q: 'Zażółć gęślą' } }])
  })

  test('a file of examples is not read as Western if its letters belong to another alphabet', async () => {
    const { preview } = await start()
    const words = 'Почему море то приходит к берегу и то уходит от него? '.repeat(4)
    const cyrillic = Buffer.from(
      Array.from(`q\n${words}\n`, (letter) => {
        const code = letter.codePointAt(0) ?? 0
        return code >= 0x410 && code <= 0x44f ? code - 0x410 + 0xc0 : code
      }),
    )

    expect(await preview(new Uint8Array(cyrillic))).toMatchObject({
      encoding: 'windows-1251',
      sample: [{ q: expect.stringContaining('Почему море') }],
    })
  })

  test('falls back to Western for an unknown encoding and keeps UTF-8 with a broken byte', async () => {
    const { preview } = await start()
    const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))

    expect(await preview(bytes('q\n\xd1\xfa\xe5\xf8\xfc \xe6\xe5\n'))).toMatchObject({
      encoding: 'windows-1252',
      notes: [expect.stringContaining('Check special')],
    })
    expect(
      await preview(bytes('q,expected\n\x93Caf\xe9\x94 \x96 \x805?,cr\xe8me br\xfbl\xe9e\n')),
    ).toMatchObject({ sample: [{ q: '“Café” – €5?', expected: 'crème brûlée' }] })
    const torn = Buffer.concat([Buffer.from('q\nGrößer als Köln?\n'), Buffer.from([0xc3, 0x0a])])
    expect(await preview(new Uint8Array(torn))).toMatchObject({
      encoding: 'utf-8',
      sample: [{ q: 'Größer als Köln?' }, { q: '\ufffd' }],
      notes: [expect.stringContaining('not valid UTF-8')],
    })
  })
})
