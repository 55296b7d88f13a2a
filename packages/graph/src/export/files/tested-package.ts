const VITEST = '5.1.1'
const HELPER = './tests/lathe-replay'

/** A project's `package.json` with what its tests need and `npm test`; what it says already stays. */
export function testedPackage(text: string): string {
  const known = JSON.parse(text) as Manifest
  const { scripts, devDependencies, pnpm } = known
  const told: Manifest = {
    ...known,
    scripts: { test: 'vitest run', ...scripts },
    devDependencies: {
      vitest: VITEST,
      ...devDependencies,
      '@lathe/replay': `file:${HELPER}`,
    },
    // pnpm would copy it, and Node runs no TypeScript from `node_modules`.
    pnpm: { ...pnpm, overrides: { ...pnpm?.overrides, '@lathe/replay': `link:${HELPER}` } },
  }
  return `${JSON.stringify(told, null, 2)}\n`
}

type Entries = Record<string, string>
type Manifest = {
  scripts?: Entries
  devDependencies?: Entries
  pnpm?: { overrides?: Entries }
}
