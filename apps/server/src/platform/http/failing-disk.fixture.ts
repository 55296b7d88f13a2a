// Preloaded into a server by `health.test.ts`. Once its home contains `disk-fails`, fsync fails.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'

const { fdatasyncSync } = fs
const mark = join(process.env['LATHE_HOME'] ?? '', 'disk-fails')
Object.assign(fs, {
  fdatasyncSync: (descriptor: number) => {
    if (fs.existsSync(mark)) throw new Error('EIO: i/o error')
    fdatasyncSync(descriptor)
  },
})
syncBuiltinESMExports()
