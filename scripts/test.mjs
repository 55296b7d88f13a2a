// Everything a change must pass. Ends with `N passed, N failed`; exits with 1 when anything failed.
import { ensureBuilt } from './lib/builds.mjs'
import { checks, endToEnd, vitest } from './lib/checks.mjs'
import { ensureInstalled, run } from './lib/toolchain.mjs'

const withBrowser = !process.argv.includes('--no-e2e')
const started = Date.now()
const total = { passed: 0, failed: 0 }
const failures = []

function count(name, { passed, failed }) {
  total.passed += passed
  total.failed += failed
  if (failed > 0) failures.push(name)
}

await ensureInstalled()
await ensureBuilt('web', 'server', 'cli', 'executor')

for (const { name, command, args } of checks) {
  console.log(`\n── ${name}`)
  const isFine = (await run(command, args)) === 0
  count(name, { passed: isFine ? 1 : 0, failed: isFine ? 0 : 1 })
}
console.log('\n── unit and integration tests')
count('unit and integration tests', await vitest())
if (withBrowser) {
  console.log('\n── browser flows')
  count('browser flows', await endToEnd())
}

console.log(`\n${Math.round((Date.now() - started) / 1000)} s`)
if (failures.length > 0) console.log(`Failed: ${failures.join(', ')}`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 ? 1 : 0
