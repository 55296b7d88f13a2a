import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bin, env, node, root, run } from './toolchain.mjs'

const tool = (name) => join(bin, name)

/** Every check that is not a test suite: one name, one command, passed when it exits with 0. */
export const checks = [
  ['format', tool('oxfmt'), ['--check', '.']],
  ['lint', tool('oxlint'), ['--type-aware', '--max-warnings=0']],
  ['types', tool('tsc'), ['-b', 'tsconfig.node.json', 'apps/web']],
  ['unused code', tool('knip'), []],
  ['one version of everything', tool('sherif'), []],
  ['paths in documents', node, ['scripts/check-docs.ts']],
  ['colours only in tokens', node, ['scripts/check-colours.ts']],
  ['arrows between packages', node, ['scripts/check-arrows.ts']],
  ['file sizes', node, ['scripts/check-sizes.ts']],
]

/** Runs the vitest projects; gives how many tests passed and failed. */
export async function vitest() {
  const folder = mkdtempSync(join(tmpdir(), 'lathe-vitest-'))
  const report = join(folder, 'report.json')
  try {
    const code = await run(
      tool('vitest'),
      ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
      { env },
    )
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'))
    return { passed: numPassedTests, failed: Math.max(numFailedTests, code === 0 ? 0 : 1) }
  } catch (error) {
    console.error(error)
    return { passed: 0, failed: 1 }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Runs the browser flows; their last line of output says `passed failed`. */
export async function endToEnd() {
  const folder = mkdtempSync(join(tmpdir(), 'lathe-e2e-'))
  const report = join(folder, 'report.json')
  try {
    const code = await run(node, [join(root, 'e2e/main.ts'), report])
    const { passed, failed } = JSON.parse(readFileSync(report, 'utf8'))
    return { passed, failed: Math.max(failed, code === 0 ? 0 : 1) }
  } catch (error) {
    console.error(error)
    return { passed: 0, failed: 1 }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
