import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

test('a build does not overwrite files that another process may be loading', () => {
  const home = mkdtempSync(join(tmpdir(), 'lathe-bundle-'))
  onTestFinished(() => rmSync(home, { recursive: true }))
  const [source, folder] = [join(home, 'main.ts'), join(home, 'dist')]
  writeFileSync(source, `console.log(new URL('./words.txt', import.meta.url).href)`)
  writeFileSync(join(home, 'words.txt'), 'words')
  const bundle = () => {
    execFileSync(process.execPath, [join(import.meta.dirname, 'bundle.mjs'), source, folder])
    return new Map(readdirSync(folder).map((name) => [name, statSync(join(folder, name)).ino]))
  }

  const before = bundle()
  const after = bundle()

  expect([...after.keys()]).toEqual([...before.keys()])
  expect(before.size).toBe(3)
  for (const [name, inode] of before) expect(after.get(name)).not.toBe(inode)
  const said = execFileSync(process.execPath, [join(folder, 'main.js')], { encoding: 'utf8' })
  expect(said).toMatch(/dist\/words-.*\.txt\n$/)
})

test.each([
  [20, 3],
  [40, 2],
])('removes outputs of earlier builds after %i days, leaving %i files', (days, left) => {
  const home = mkdtempSync(join(tmpdir(), 'lathe-bundle-'))
  onTestFinished(() => rmSync(home, { recursive: true }))
  const [source, folder] = [join(home, 'main.ts'), join(home, 'dist')]
  const build = (text: string) => {
    writeFileSync(source, text)
    execFileSync(process.execPath, [join(import.meta.dirname, 'bundle.mjs'), source, folder])
  }
  const then = Date.now() / 1_000 - days * 86_400

  build('console.log(1)')
  for (const name of readdirSync(folder)) utimesSync(join(folder, name), then, then)
  build('console.log(2)')

  expect(readdirSync(folder)).toHaveLength(left)
})
