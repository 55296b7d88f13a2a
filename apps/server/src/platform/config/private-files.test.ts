import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '../db/open.ts'
import { readOrCreateKey } from './key-file.ts'

/** Returns a folder of files with mode 644 and makes chmod fail with the given code. */
function unchangeable(code: string, files: Record<string, string>) {
  const folder = fs.mkdtempSync(join(tmpdir(), 'lathe-modes-'))
  for (const [name, text] of Object.entries(files)) {
    fs.writeFileSync(join(folder, name), text)
    fs.chmodSync(join(folder, name), 0o644)
  }
  const { chmodSync } = fs
  const warned = vi.spyOn(console, 'warn').mockReturnValue()
  const refuse = () => {
    throw Object.assign(new Error(`${code}: chmod`), { code })
  }
  Object.assign(fs, { chmodSync: refuse })
  syncBuiltinESMExports()
  onTestFinished(() => {
    Object.assign(fs, { chmodSync })
    syncBuiltinESMExports()
    warned.mockRestore()
    fs.rmSync(folder, { recursive: true })
  })
  return { at: (name: string) => join(folder, name), warned }
}

test.each(['EPERM', 'ENOTSUP', 'EROFS'])(
  'keys and databases can be read if file modes cannot be changed: %s',
  async (code) => {
    const key = 'k'.repeat(40)
    const { at, warned } = unchangeable(code, { token: key, 'lathe.db': '' })
    const told: string[] = []

    expect(await readOrCreateKey(at('token'))).toBe(key)
    const db = await openDatabase({ file: at('lathe.db') }, (message) => told.push(message))
    await db.close()

    expect(warned).toHaveBeenCalledWith(
      expect.stringContaining(`${at('token')} may be readable by`),
    )
    expect(told).toContainEqual(
      expect.stringContaining(`${at('lathe.db')} may be readable by other users`),
    )
  },
)

test('chmod errors other than EPERM, ENOTSUP and EROFS are thrown', async () => {
  const { at } = unchangeable('EIO', { token: 'k'.repeat(40) })

  await expect(readOrCreateKey(at('token'))).rejects.toThrow('EIO')
})
