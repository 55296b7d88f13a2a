import { closeSync, copyFileSync, openSync, statSync, truncateSync, writeSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createDatabase, type Engine, engines } from '../../testing/databases.ts'
import { openDatabase } from './open.ts'

async function database(engine: Engine) {
  const { config, remove } = await createDatabase(engine)
  onTestFinished(remove)
  return { ...config, file: config.file ?? '' }
}

async function markAsNewer(config: Parameters<typeof openDatabase>[0]) {
  const db = await openDatabase(config)
  await sql`insert into migrations (name, timestamp) values ('9001-later', '2030-01-01')`.execute(
    db,
  )
  await db.close()
}

test.each(engines)('rejects a %s database of a newer version', async (engine) => {
  const { file, ...rest } = await database(engine)
  const config = engine === 'sqlite' ? { file } : rest
  await markAsNewer(config)

  const opening = openDatabase(config)

  await expect(opening).rejects.toThrow(/schema version 9001-later/)
  await expect(opening).rejects.toThrow(/supports versions up to \d{4}-/)
  await expect(opening).rejects.toThrow(/Start the newer version of Lathe/)
  await expect(opening).rejects.toThrow(engine === 'sqlite' ? file : /^DATABASE_URL: database /)
})

test('rejects a newer database although this version has pending migrations', async () => {
  const { file } = await database('sqlite')
  await markAsNewer({ file })
  const raw = new DatabaseSync(file)
  onTestFinished(() => raw.close())
  raw.exec("delete from migrations where name = '0097-demo-connection'")

  await expect(openDatabase({ file })).rejects.toThrow(/unknown migrations: 9001-later/)

  expect(raw.prepare("select name from migrations where name like '0097-%'").all()).toEqual([])
})

test('the error contains the newest copy that this version can open', async () => {
  const { file } = await database('sqlite')
  copyFileSync(file, `${file}.before-77`)
  await markAsNewer({ file })
  copyFileSync(file, `${file}.before-80`)

  const opening = openDatabase({ file })

  await expect(opening).rejects.toThrow(`(${file}.before-77)`)
  await expect(opening).rejects.not.toThrow('before-80')
})

const overwrite = (file: string, at: number, bytes: number) => {
  const descriptor = openSync(file, 'r+')
  writeSync(descriptor, Buffer.alloc(bytes, 0xa5), 0, bytes, at)
  closeSync(descriptor)
}

test.each([
  ['a damaged header', (file: string) => overwrite(file, 0, 100)],
  ['damaged pages', (file: string) => overwrite(file, 200, statSync(file).size - 200)],
  ['a missing end', (file: string) => truncateSync(file, 5_000)],
])('the error of a file with %s contains its name and the fix', async (_, damage) => {
  const { file } = await database('sqlite')
  copyFileSync(file, `${file}.before-77`)
  damage(file)

  const opening = openDatabase({ file })

  await expect(opening).rejects.toThrow(`${file} is damaged`)
  await expect(opening).rejects.toThrow(`the newest copy here is ${file}.before-77`)
  await expect(opening).rejects.toThrow('.recover')
})

test('a damaged search index is rebuilt', async () => {
  const { file } = await database('sqlite')
  const searchFile = file.replace(/\.db$/, '.search.db')
  const first = await openDatabase({ file })
  await first.texts.isNew()
  await first.close()
  overwrite(searchFile, 0, statSync(searchFile).size)

  const db = await openDatabase({ file })
  onTestFinished(() => db.close())

  expect(await db.texts.isNew()).toBe(true)
})
