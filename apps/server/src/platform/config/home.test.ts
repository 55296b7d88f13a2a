import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ConfigError } from './config.ts'
import { makeHome } from './home.ts'

const parent = mkdtempSync(join(tmpdir(), 'lathe-home-'))
afterAll(() => rmSync(parent, { recursive: true, force: true }))

test('a home is made with what is above it, for its owner alone, and empty', () => {
  const home = join(parent, 'made', 'for', 'lathe')

  makeHome(home)
  makeHome(home)

  expect(statSync(home).mode & 0o777).toBe(0o700)
  expect(readdirSync(home)).toEqual([])
})

test.runIf(process.platform === 'linux').each(['/proc', '/proc/lathe', '/proc/lathe/home'])(
  '%s keeps nothing, and is refused at once',
  (home) => {
    expect(() => makeHome(home)).toThrow(ConfigError)
  },
)

test('a file is no home, and what is wrong is said by its name', () => {
  const file = join(parent, 'file')
  writeFileSync(file, '')

  expect(() => makeHome(file)).toThrow(`LATHE_HOME: nothing can be kept in ${file}`)
  expect(() => makeHome(join(file, 'below'))).toThrow(`in ${join(file, 'below')}: ENOTDIR`)
})
