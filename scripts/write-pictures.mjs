// Takes the pictures of the documentation into docs/images.
import { join } from 'node:path'
import { ensureBuilt } from './lib/builds.mjs'
import { ensureChromium } from './lib/chromium.mjs'
import { ensureInstalled, env, node, root, run } from './lib/toolchain.mjs'

await ensureInstalled()
await ensureBuilt('web', 'server', 'executor')
process.exitCode = await run(
  node,
  [join(root, 'e2e/node_modules/@playwright/test/cli.js'), 'test', '-c', 'docs.config.ts'],
  { cwd: join(root, 'e2e'), env: { ...env, CHROMIUM_PATH: await ensureChromium() } },
)
