// Runs a script under the pinned Node: `node scripts/with-node.mjs bench/main.ts …`
import { ensureInstalled, node, run } from './lib/toolchain.mjs'

await ensureInstalled()
process.exit(await run(node, process.argv.slice(2)))
