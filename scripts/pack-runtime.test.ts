import { gunzipSync } from 'node:zlib'
import packed from '../packages/graph/src/export/generated/runtime-package.json' with { type: 'json' }
import { expect, test } from 'vitest'
import { packTarball } from './lib/tarball.ts'
import { buildRuntime } from './pack-runtime.ts'

test('exported projects bring the current runtime along; `node scripts/pack-runtime.ts` packs it', () => {
  const archive = gunzipSync(packTarball(buildRuntime()))

  expect(gunzipSync(Buffer.from(packed.content, 'base64')).equals(archive)).toBe(true)
})
