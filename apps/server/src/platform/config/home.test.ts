import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ConfigError } from './config-error.ts'
import { createHome } from './home.ts'

const parent = mkdtempSync(join(tmpdir(), 'lathe-home-'))
afterAll(() => rmSync(parent, { recursive: true, force: true }))

test('makeHome creates an empty folder and its parents, accessible only to the owner', () => {
  const home = join(parent, 'made', 'for', 'lathe')

  createHome(home)
  createHome(home)

  expect(statSync(home).mode & 0o777).toBe(0o700)
  expect(readdirSync(home)).toEqual([])
})

test.runIf(process.platform === 'linux').each(['/proc', '/proc/lathe', '/proc/lathe/home'])(
  'makeHome rejects %s, which cannot store files',
  (home) => {
    expect(() => createHome(home)).toThrow(ConfigError)
  },
)

test('makeHome rejects a file and names it in the error', () => {
  const file = join(parent, 'file')
  writeFileSync(file, '')

  expect(() => createHome(file)).toThrow(`LATHE_HOME: cannot store data in ${file}`)
  expect(() => createHome(join(file, 'below'))).toThrow(`in ${join(file, 'below')}: ENOTDIR`)
})
