import { chmodSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureChromium } from './chromium.mjs'
import { scratchFolder } from './scratch.mjs'
import { bin, env, node, root, run } from './toolchain.mjs'

const tool = (name) => join(bin, name)

/** Checks besides the test suites: a command that exits with 0 passes. */
export const checks = [
  { name: 'format', command: tool('oxfmt'), args: ['--check', '.'] },
  { name: 'lint', command: tool('oxlint'), args: ['--type-aware', '--max-warnings=0'] },
  // Several checkers repeat shared work, which is slower on two cores.
  {
    name: 'types',
    command: tool('tsc'),
    args: ['-b', '--checkers', '1', 'tsconfig.node.json', 'apps/web'],
  },
  { name: 'unused code', command: tool('knip'), args: [] },
  { name: 'one version of everything', command: tool('sherif'), args: [] },
  { name: 'documentation matches the code', command: node, args: ['scripts/check-docs.ts'] },
  { name: 'colours only in tokens', command: node, args: ['scripts/check-colours.ts'] },
  { name: 'classes of stylesheets', command: node, args: ['scripts/check-classes.ts'] },
  { name: 'first load of the web', command: node, args: ['apps/web/check-size.ts'] },
  {
    name: 'dependency rules',
    command: node,
    args: ['scripts/check-dependencies.ts'],
  },
  { name: 'file sizes', command: node, args: ['scripts/check-sizes.ts'] },
  { name: 'plain English', command: node, args: ['scripts/check-prose.mjs'] },
]

/** Runs the vitest projects. Returns the numbers of passed and failed tests. */
export async function vitest() {
  const scratch = scratchFolder()
  // The test Postgres runs as its own user, which needs access to this folder.
  chmodSync(scratch.path, 0o755)
  const report = join(scratch.path, 'report.json')
  try {
    const code = await run(
      tool('vitest'),
      ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
      { env: { ...env, TMPDIR: scratch.path } },
    )
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'))
    return { passed: numPassedTests, failed: Math.max(numFailedTests, code === 0 ? 0 : 1) }
  } catch (error) {
    console.error(error)
    return { passed: 0, failed: 1 }
  } finally {
    scratch.remove()
  }
}

/** Runs the browser flows. Returns the numbers of passed and failed tests. */
export async function endToEnd() {
  const scratch = scratchFolder()
  const report = join(scratch.path, 'report.json')
  try {
    const chromium = { CHROMIUM_PATH: await ensureChromium() }
    const code = await run(node, [join(root, 'e2e/node_modules/@playwright/test/cli.js'), 'test'], {
      cwd: join(root, 'e2e'),
      env: { ...env, ...chromium, TMPDIR: scratch.path, E2E_REPORT: report },
    })
    const { stats } = JSON.parse(readFileSync(report, 'utf8'))
    const failed = stats.unexpected + stats.flaky
    return { passed: stats.expected, failed: Math.max(failed, code === 0 ? 0 : 1) }
  } catch (error) {
    console.error(error)
    return { passed: 0, failed: 1 }
  } finally {
    scratch.remove()
  }
}
