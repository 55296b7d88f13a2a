// `node scripts/build.mjs [name…]`: builds what is older than its sources and prints the path of each program.
import { ensureBuilt, programOf } from './lib/builds.mjs'

const given = process.argv.slice(2)
const names = given.length > 0 ? given : ['web', 'server', 'cli']

await ensureBuilt(...names)
for (const name of names.filter((one) => one !== 'web')) console.log(programOf(name))
