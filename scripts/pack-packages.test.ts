import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { packTarball } from './lib/tarball.ts'
import { buildPackage, PACKED } from './pack-packages.ts'

test.each(Object.entries(PACKED))(
  'exported projects bring the current %s along; `node scripts/pack-packages.ts` packs it',
  (path, file) => {
    const packed: { content: string } = JSON.parse(
      readFileSync(join(import.meta.dirname, '..', file), 'utf8'),
    )

    const archive = gunzipSync(packTarball(buildPackage(path)))

    expect(gunzipSync(Buffer.from(packed.content, 'base64')).equals(archive)).toBe(true)
  },
)
