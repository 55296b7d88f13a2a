import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startChild } from './child.ts'
import type { Lathe } from './lathe.ts'

const here = dirname(fileURLToPath(import.meta.url))

/** Runs the provider in a separate process, so that its CPU is not counted. */
export async function startProvider(name = 'token-provider.ts') {
  const script = join(here, name)
  const child = await startChild(process.execPath, [script], { ready: /provider at (\S+)/ })
  return { ...child, baseUrl: child.match[1] ?? '' }
}

export async function connect(lathe: Lathe, baseUrl: string) {
  await lathe.call('POST', '/connections', {
    name: 'bench',
    baseUrl,
    // As long as a real key, because every response is scanned for it.
    key: 'sk-bench-0123456789abcdefghijklmnopqrstuvwxyz',
    allowPrivate: true,
  })
}
