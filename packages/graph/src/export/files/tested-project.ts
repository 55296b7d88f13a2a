import type { ExportedFile } from '../options.ts'
import { PACKAGE_FILE } from './package-json.ts'

const VITEST = '5.1.1'
const REPLAY = '@lathe/replay'

/** Adds tests to a project: their files, `npm test`, and the packages they need. Other entries of `package.json` stay. */
export function addTests(
  project: readonly ExportedFile[],
  tests: readonly ExportedFile[],
): ExportedFile[] {
  const helper = tests.find(({ path }) => path.startsWith('vendor/'))?.path
  if (helper === undefined) throw new Error(`The tests come without ${REPLAY}`)
  const tested = project.map((file) =>
    file.path === PACKAGE_FILE ? { ...file, text: withTests(file.text, helper) } : file,
  )
  return [...tested, ...tests]
}

type Entries = Record<string, string>

type Manifest = {
  scripts?: Entries
  devDependencies?: Entries
  pnpm?: { overrides?: Entries }
}

function withTests(text: string, helper: string): string {
  const { scripts, devDependencies, pnpm, ...rest } = JSON.parse(text) as Manifest
  // Earlier exports linked the helper, which pnpm needs no more.
  const overrides = Object.entries(pnpm?.overrides ?? {}).filter(([name]) => name !== REPLAY)
  const manifest: Manifest = {
    ...rest,
    scripts: { test: 'vitest run', ...scripts },
    devDependencies: { vitest: VITEST, ...devDependencies, [REPLAY]: `file:./${helper}` },
    ...(pnpm && { pnpm: { ...pnpm, overrides: Object.fromEntries(overrides) } }),
  }
  return `${JSON.stringify(manifest, null, 2)}\n`
}
