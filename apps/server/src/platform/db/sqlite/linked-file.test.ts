import { chmodSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../open.ts'

test.each([
  ['that is there', (target: string) => writeFileSync(target, '')],
  ['that is yet to be made', () => {}],
])('a link to a file %s opens the file and makes it private', async (_, prepare) => {
  const folder = mkdtempSync(join(tmpdir(), 'lathe-linked-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [file, target] = [join(folder, 'lathe.db'), join(folder, 'elsewhere.db')]
  prepare(target)
  symlinkSync(target, file)

  for (const _opening of ['first', 'again']) {
    const db = await openDatabase({ file })
    await sql`select 1`.execute(db)
    await db.close()
    expect(statSync(target).mode & 0o077).toBe(0)
    chmodSync(target, 0o644)
  }
})
